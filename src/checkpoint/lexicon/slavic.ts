import type { Language } from './language.js';

const POLISH: Language = {
  code: 'pl',
  strong:
    'usuń|usunąć|skasuj|wykasuj|anuluj|anulować|rezygnuj|zrezygnuj|rezygnuję|wypisz|wypisz się|anuluj ~ subskrypcj*|cofnij ~ zgod*|cofnij ~ dostęp*|unieważnij|dezaktywuj|potwierdź|potwierdzam|zamknij ~ konto|zakończ ~ subskrypcj*|zakończ ~ członkostwo|wypowiedz|rozwiąż ~ umow*|trwale|na zawsze|kup teraz|zapłać teraz|zamów teraz|złóż ~ zamówienie|zamawiam z obowiązkiem*|zamawiam i płacę|kupuję i płacę|dokonaj ~ płatności|wyślij ~ przelew|wykonaj ~ przelew|złóż ~ ofertę|licytuj|podpisz|opróżnij ~ kosz|wyloguj ~ wszędzie|wyloguj ~ wszystkich urządzeń|zresetuj ~ hasło|złóż ~ wniosek|wyślij ~ wniosek|akceptuj* ~ regulamin|opuść ~ grup*|rozpocznij ~ okres próbny',
  weak: 'zapłać|płacę|kup|kupuję|zamów|zamawiam|zarezerwuj|rezerwuj|subskrybuj|wyślij|opublikuj|publikuj|przelej|wpłać|wypłać|wesprzyj|przekaż|akceptuj|akceptuję|zaakceptuj|zgadzam się|wyrażam zgodę|zezwól|autoryzuj|upoważnij|ulepsz|zmień ~ plan|zmień ~ hasło|zmień ~ e mail|odrzuć|zatwierdź|odnów|przedłuż|wymień|sprzedaj|zablokuj|wynajmij|głosuj|zagłosuj|zresetuj|doładuj',
  sending: 'skomentuj|odpowiedz|zarejestruj|aplikuj|dołącz|zgłoś|zaproś|udostępnij',
  harmless: 'usuń ~ filtr*|wyczyść ~ filtr*|resetuj ~ filtr*|zresetuj ~ filtr*|anuluj wyszukiwanie',
  dismiss: 'anuluj|przerwij',
  proceed: 'tak|ok|kontynuuj|dalej|następny|gotowe|zakończ|wyślij|rozumiem|zapisz|przejdź dalej|zgoda',
  escape:
    'nie|zachowaj|zostaw|nie teraz|wróć|wstecz|powrót|zamknij|później|zostań|dowiedz się|pomoc|zobacz|pokaż|edytuj',
  consent:
    'akceptuj|akceptuję|zaakceptuj|akceptuj wszystkie|zaakceptuj wszystko|zgadzam się|odrzuć|odrzuć wszystkie|zezwól|zezwól na wszystkie|potwierdź|przejdź do serwisu',
  cookies: 'ciasteczk*|pliki cookie|prywatnoś*|rodo',
  inform: 'jak|co|dlaczego|kiedy|pomoc|dowiedz|polityka|regulamin|poradnik',
};

const RUSSIAN: Language = {
  code: 'ru',
  strong:
    'удалить|удали|удаляю|удалите|стереть|отменить|отмена|отмените|отписаться|отписка|отказаться|расторгнуть|закрыть ~ аккаунт|закрыть ~ счет|закрыть ~ счёт|деактивировать|отключить ~ подписк*|отозвать|подтвердить|подтверждаю|подтвердите|прекратить|аннулировать|убрать|навсегда|безвозвратно|купить сейчас|оплатить сейчас|оформить ~ заказ|сделать ~ заказ|заказать сейчас|завершить ~ покупку|совершить ~ платеж|сделать ~ ставку|подписать|очистить ~ корзину|выйти ~ всех устройств*|выйти везде|завершить ~ сеансы|сбросить ~ пароль|подать ~ заявление|подать ~ заявку|отправить ~ заявку|принять ~ условия|покинуть ~ групп*|выйти из группы',
  weak: 'оплатить|заплатить|купить|заказать|забронировать|бронировать|подписаться|отправить|опубликовать|разместить|перевести|перечислить|пожертвовать|вывести|снять деньги|согласен|согласна|согласиться|принять|принимаю|разрешить|авторизовать|предоставить|повысить|сменить ~ тариф|сменить ~ пароль|изменить ~ пароль|изменить ~ почту|отклонить|отвергнуть|одобрить|продлить|обменять|продать|заблокировать|арендовать|голосовать|проголосовать|сбросить|пополнить|внести',
  sending: 'комментировать|ответить|зарегистрироваться|присоединиться|запросить|пригласить|поделиться|откликнуться',
  harmless:
    'удалить ~ фильтр*|сбросить ~ фильтр*|убрать ~ фильтр*|очистить ~ фильтр*|отменить поиск|перевести текст|перевести страницу|показать перевод|не *',
  dismiss: 'отмена|отменить',
  proceed: 'да|ок|окей|продолжить|далее|дальше|готово|завершить|отправить|понятно|я понимаю|сохранить|вперед',
  escape: 'нет|оставить|не сейчас|назад|вернуться|закрыть|позже|остаться|подробнее|помощь|посмотреть|показать',
  consent:
    'принять|принять все|принимаю|согласен|согласиться|отклонить|отклонить все|разрешить|разрешить все|подтвердить',
  cookies: 'куки|файлы cookie|конфиденциальност*',
  inform: 'как|что|почему|когда|помощь|подробнее|политика|условия|правила',
};

const UKRAINIAN: Language = {
  code: 'uk',
  strong:
    'видалити|видаліть|стерти|скасувати|скасування|відписатися|відмовитися|закрити ~ рахунок|закрити ~ обліковий|деактивувати|підтвердити|підтверджую|відкликати|припинити|вилучити|назавжди|купити зараз|оформити ~ замовлення|зробити ~ замовлення|зробити ~ ставку|підписати|очистити ~ кошик|скинути ~ пароль|подати ~ заяву|прийняти ~ умови|вийти ~ всіх пристроїв',
  weak: 'оплатити|сплатити|купити|замовити|забронювати|підписатися|надіслати|відправити|опублікувати|переказати|пожертвувати|вивести|погоджуюсь|погоджуюся|прийняти|дозволити|авторизувати|змінити ~ пароль|змінити ~ тариф|відхилити|схвалити|поновити|продати|заблокувати|проголосувати|скинути|поповнити',
  harmless: 'видалити ~ фільтр*|скинути ~ фільтр*|очистити ~ фільтр*|не *',
  dismiss: 'скасувати',
  proceed: 'так|ок|продовжити|далі|готово|завершити|надіслати|зрозуміло|зберегти',
  escape: 'ні|залишити|не зараз|назад|закрити|пізніше|докладніше|допомога|переглянути',
  consent: 'прийняти|прийняти всі|погоджуюсь|відхилити|відхилити всі|дозволити',
  cookies: 'файли cookie|конфіденційн*',
  inform: 'як|що|чому|коли|допомога|політика|умови',
};

const CZECH_SLOVAK: Language = {
  code: 'cs',
  strong:
    'smazat|vymazat|zmazať|vymazať|odstranit|odstrániť|zrušit|zrušiť|odhlásit ~ odběr*|odhlásiť ~ odber*|odhlásit ze všech*|vypovědět|ukončit ~ předplatné|ukončit ~ členství|ukončiť ~ predplatné|deaktivovat|deaktivovať|potvrdit|potvrdiť|potvrzuji|odvolat|odvolať|stornovat|trvale|koupit nyní|objednat s povinností*|objednávka zavazující*|objednať s povinnosťou*|odeslat ~ objednávku|dokončit ~ objednávku|zaplatit nyní|podat ~ žádost|podepsat|podpísať|vysypat ~ koš|obnovit ~ heslo|přihodit|opustit ~ skupinu',
  weak: 'zaplatit|zaplatiť|koupit|kúpiť|objednat|objednať|rezervovat|rezervovať|předplatit|odebírat|odeslat|odoslať|poslat|poslať|zveřejnit|publikovat|převést|previesť|darovat|vybrat peníze|souhlasím|súhlasím|souhlasit|přijmout|prijať|povolit|povoliť|autorizovat|změnit ~ heslo|zmeniť ~ heslo|změnit ~ tarif|odmítnout|odmietnuť|schválit|prodloužit|prodat|predať|zablokovat|hlasovat|resetovat|zahodit',
  harmless: 'zrušit ~ filtr*|smazat ~ filtr*|odstranit ~ filtr*|vymazat ~ filtr*|zrušiť ~ filt*|zrušit vyhledávání',
  dismiss: 'zrušit|zrušiť|storno',
  proceed: 'ano|áno|ok|pokračovat|pokračovať|další|ďalej|hotovo|dokončit|odeslat|rozumím|uložit|uložiť',
  escape: 'ne|nie|ponechat|ponechať|teď ne|zpět|späť|zavřít|zavrieť|později|neskôr|zůstat|více|viac|nápověda|zobrazit',
  consent:
    'přijmout|přijmout vše|prijať všetko|souhlasím|súhlasím|odmítnout|odmítnout vše|povolit|povolit vše|potvrdit',
  cookies: 'soukrom*|súkromi*',
  inform: 'jak|ako|co|proč|kdy|nápověda|zásady|podmínky',
};

export const SLAVIC: readonly Language[] = [POLISH, RUSSIAN, UKRAINIAN, CZECH_SLOVAK];
