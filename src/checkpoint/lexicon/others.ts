import type { Language } from './language.js';

const TURKISH: Language = {
  code: 'tr',
  strong:
    'sil|silin|iptal|iptal et|iptal edin|kaldır|aboneliği sonlandır|abonelikten çık*|aboneliği bitir|üyeliği sonlandır|üyeliği iptal*|hesabı kapat|hesabımı kapat|devre dışı bırak|onayla|onaylıyorum|onaylayın|feshet|geri al ~ izin|kalıcı olarak|hemen satın al|şimdi satın al|şimdi öde|sipariş ver|siparişi tamamla|siparişi onayla|ödeme yap|ödemeyi tamamla|para gönder|havale yap|teklif ver|imzala|çöp kutusunu boşalt|tüm cihazlardan çık*|her yerden çık*|şifreyi sıfırla|parolayı sıfırla|başvuruyu gönder|şartları kabul*|gruptan ayrıl|denemeyi başlat',
  weak: 'öde|satın al|rezervasyon yap|rezerve et|abone ol|gönder|paylaş|yayınla|aktar|transfer et|bağış yap|bağışla|para çek|kabul et|kabul ediyorum|izin ver|yetkilendir|yükselt|düşür|plan ~ değiştir|planı değiştir|şifreyi değiştir|şifre değiştir|e posta ~ değiştir|reddet|yenile ~ abonelik|=sat|engelle|kirala|oy ver|sıfırla|yükle ~ bakiye',
  sending: 'yorum yap|yanıtla|kayıt ol|katıl|başvur|davet et|talep et',
  harmless:
    'filtreyi kaldır|filtreleri kaldır|filtreleri temizle|filtreyi sil|filtreleri sil|filtreleri sıfırla|aramayı iptal*',
  dismiss: 'iptal|vazgeç|iptal et',
  proceed: 'evet|tamam|devam|devam et|ileri|sonraki|bitir|gönder|anladım|kaydet',
  escape: 'hayır|vazgeç|geri|kapat|daha sonra|şimdi değil|koru|kal|yardım|göster|görüntüle',
  consent: 'kabul et|tümünü kabul et|kabul ediyorum|reddet|tümünü reddet|izin ver|tümüne izin ver|onayla',
  cookies: 'çerez*|gizlilik|kvkk',
  inform: 'nasıl|ne|neden|yardım|politika*|koşullar*',
};

const FINNISH: Language = {
  code: 'fi',
  strong:
    'poista|peruuta|=peru|peru tilaus|irtisano|lopeta ~ tilaus|lopeta ~ jäsenyys|sulje ~ tili|sulje tilini|vahvista|vahvistan|peruuta ~ tilaus|deaktivoi|mitätöi|pysyvästi|osta nyt|maksa nyt|tilaa nyt|lähetä ~ tilaus|lähetä ~ hakemus|tee ~ tilaus|tyhjennä ~ roskakori|kirjaudu ulos kaikista*|allekirjoita|palauta ~ salasana|tee tarjous|hyväksy ~ ehdot',
  weak: 'maksa|osta|tilaa|varaa|lähetä|julkaise|siirrä|lahjoita|nosta|hyväksy|hyväksyn|salli|valtuuta|päivitä ~ tilaus|vaihda ~ salasana|vaihda ~ tilaus|hylkää|hylkää|uusi ~ tilaus|myy|estä|vuokraa|äänestä|nollaa',
  harmless: 'poista ~ suodat*|tyhjennä ~ suodat*|älä *',
  dismiss: 'peruuta|peru',
  proceed: 'kyllä|ok|jatka|seuraava|valmis|lähetä|ymmärrän|tallenna|eteenpäin',
  escape: 'ei|säilytä|ei nyt|takaisin|sulje|myöhemmin|lisätietoja|ohje|näytä',
  consent: 'hyväksy|hyväksy kaikki|hyväksyn|hylkää|hylkää kaikki|salli|salli kaikki|vahvista',
  cookies: 'evästeet|evästei*|yksityisyy*',
  inform: 'miten|mitä|miksi|milloin|ohje|ohjeet|ehdot',
};

const HUNGARIAN: Language = {
  code: 'hu',
  strong:
    'törlés|töröl|törlöm|törlése|eltávolítás|eltávolít|lemondás|lemondom|lemond|leiratkozás|leiratkozom|megszüntetés|felmondás|visszavonás|mégse|megerősít*|jóváhagy*|visszaigazol*|véglegesít*|végleg|fiók ~ bezárása|fiók ~ törlése|megrendelem|megrendelés ~ elküldése|fizetési kötelezettség*|megveszem|vásárlás most|lomtár ~ ürítése|kijelentkezés mindenhonnan|kérelem ~ benyújtása|aláír*|licitál*',
  weak: 'fizetés|fizetek|fizet|vásárlás|vásárol|rendelés|rendel|foglalás|foglalok|előfizet*|feliratkoz*|küldés|küld|közzététel|közzétesz|utalás|átutal*|adományoz*|kivét|elfogad*|elfogadom|engedélyez*|csomagváltás|jelszó ~ módosítása|elutasít*|meghosszabbít*|eladás|letiltás|bérlés|szavaz*|visszaállít*|beküld*',
  harmless: 'szűrő* ~ törlése|szűrők törlése|rendelés részletei|rendelés állapota',
  dismiss: 'mégse|mégsem',
  proceed: 'igen|ok|rendben|tovább|folytatás|kész|elküldés|értem|mentés|befejezés',
  escape: 'nem|megtartás|megtartom|vissza|bezárás|később|maradok|súgó|részletek|megtekintés',
  consent: 'elfogadom|elfogadás|összes elfogadása|elutasítom|elutasítás|összes elutasítása|engedélyezem|rendben',
  cookies: 'süti*|sütik|adatvédel*',
  inform: 'hogyan|mi|miért|mikor|súgó|szabályzat|feltételek|részletek|útmutató',
};

const GREEK: Language = {
  code: 'el',
  strong:
    'διαγραφή|διαγράψτε|ακύρωση|ακυρώστε|κατάργηση|απεγγραφή|επιβεβαίωση|επιβεβαιώνω|απενεργοποίηση|κλείσιμο ~ λογαριασμού|ανάκληση|τερματισμός|οριστικ*|αγορά τώρα|πληρωμή τώρα|ολοκλήρωση ~ παραγγελίας|υποβολή ~ παραγγελίας|υποβολή ~ αίτησης|αφαίρεση|υπογραφή',
  weak: 'πληρωμή|πληρώστε|αγορά|αγοράστε|παραγγελία|κράτηση|εγγραφή|συνδρομή|αποστολή|στείλτε|δημοσίευση|μεταφορά|δωρεά|ανάληψη|αποδοχή|αποδέχομαι|συμφωνώ|εξουσιοδότηση|να επιτρέπεται|αναβάθμιση|αλλαγή ~ κωδικού|απόρριψη|ανανέωση|πώληση|υποβολή|επαναφορά',
  harmless: 'κατάργηση φίλτρ*|διαγραφή φίλτρ*|ιστορικό παραγγελιών',
  dismiss: 'ακύρωση|άκυρο',
  proceed: 'ναι|οκ|συνέχεια|επόμενο|τέλος|υποβολή|κατάλαβα|αποθήκευση',
  escape: 'όχι|πίσω|κλείσιμο|αργότερα|διατήρηση|βοήθεια|προβολή',
  consent: 'αποδοχή|αποδοχή όλων|αποδέχομαι|συμφωνώ|απόρριψη|απόρριψη όλων',
  inform: 'πώς|τι|γιατί|βοήθεια|πολιτική|όροι',
};

const INDONESIAN: Language = {
  code: 'id',
  strong:
    'hapus|hapuskan|padam|batalkan|batal|berhenti berlangganan|tutup ~ akun|nonaktifkan|konfirmasi|sahkan|cabut|akhiri ~ langganan|permanen|beli sekarang|bayar sekarang|pesan sekarang|buat ~ pesanan|selesaikan ~ pembayaran|kirim ~ uang|kirim ~ lamaran|keluar dari semua*|atur ulang ~ sandi|kosongkan ~ sampah|tanda tangani|setujui ~ ketentuan|keluar dari grup',
  weak: 'bayar|beli|^pesan|booking|berlangganan|langganan|kirim|posting|terbitkan|publikasikan|^transfer|donasi|tarik dana|tarik tunai|setuju|terima|izinkan|otorisasi|tingkatkan|ubah ~ kata sandi|ganti ~ kata sandi|ganti ~ paket|tolak|perpanjang|tukar|jual|blokir|sewa|pilih paket|atur ulang|ajukan|isi saldo|top up',
  harmless: 'hapus ~ filter|atur ulang filter|pesan masuk|pesan baru|riwayat pesanan|daftar pesan|jangan *',
  dismiss: 'batal|batalkan',
  proceed: 'ya|ok|oke|lanjut|lanjutkan|berikutnya|selesai|kirim|saya mengerti|simpan|mengerti',
  escape: 'tidak|jangan|pertahankan|nanti|kembali|tutup|bantuan|lihat|selengkapnya',
  consent: 'terima|terima semua|setuju|tolak|tolak semua|izinkan|izinkan semua',
  inform: 'cara|apa|mengapa|kapan|bantuan|kebijakan|ketentuan',
};

const VIETNAMESE: Language = {
  code: 'vi',
  strong:
    'xóa|xoá|xoa bo|hủy|huỷ|hủy bỏ|hủy đăng ký|đóng tài khoản|vô hiệu hóa|xác nhận|thu hồi|gỡ bỏ|vĩnh viễn|mua ngay|thanh toán ngay|đặt hàng|đặt mua|hoàn tất đơn*|chuyển tiền|rút tiền|ký hợp đồng|nộp đơn|gửi đơn|đăng xuất khỏi tất cả|đặt lại mật khẩu|rời nhóm',
  weak: 'thanh toán|=mua|mua hàng|mua vé|đặt phòng|đặt vé|đặt chỗ|đăng ký|=gửi|gửi đi|gửi tin*|gửi yêu cầu|đăng bài|xuất bản|chuyển khoản|quyên góp|đồng ý|chấp nhận|cho phép|ủy quyền|nâng cấp|hạ cấp|đổi mật khẩu|đổi gói|từ chối|gia hạn|=bán|=chặn|=thuê|bỏ phiếu|đặt lại|nạp tiền',
  harmless: 'xóa bộ lọc|xóa lọc|phương thức thanh toán|lịch sử đơn hàng|đơn mua',
  dismiss: 'hủy|huỷ|hủy bỏ',
  proceed: 'có|ok|đồng ý|tiếp tục|tiếp theo|tiếp|xong|hoàn tất|gửi|tôi hiểu|lưu',
  escape: 'không|giữ lại|để sau|quay lại|đóng|trở lại|trợ giúp|xem',
  consent: 'chấp nhận|chấp nhận tất cả|đồng ý|từ chối|từ chối tất cả|cho phép',
  inform: 'cách|gì|tại sao|khi nào|trợ giúp|chính sách|điều khoản|hướng dẫn',
};

const ARABIC: Language = {
  code: 'ar',
  strong:
    'حذف|احذف|إلغاء|الغاء|إزالة|إغلاق ~ الحساب|تأكيد|تاكيد|أؤكد|تعطيل|إنهاء|شراء الآن|اشتر الآن|ادفع الآن|إتمام ~ الطلب|إرسال ~ الطلب|نهائي*|سحب|تحويل ~ الأموال|توقيع',
  weak: 'ادفع|دفع|شراء|اشتر|اطلب|حجز|احجز|اشترك|اشتراك|إرسال|ارسال|أرسل|نشر|انشر|تحويل|تبرع|أوافق|موافق|موافقة|قبول|السماح|سماح|ترقية|تغيير ~ كلمة|رفض|تجديد|بيع|حظر|تصويت|إعادة ~ تعيين|تقديم',
  harmless: 'إزالة ~ الفلتر|سجل الطلبات',
  dismiss: 'إلغاء|الغاء',
  proceed: 'نعم|حسنا|موافق|متابعة|التالي|استمرار|تم|إنهاء|حفظ',
  escape: 'لا|رجوع|إغلاق|لاحقا|ليس الآن|عرض|مساعدة',
  consent: 'قبول|قبول الكل|أوافق|موافق|رفض|رفض الكل|السماح',
  inform: 'كيف|ما|لماذا|مساعدة|سياسة|شروط',
};

const HEBREW: Language = {
  code: 'he',
  strong:
    'מחק|מחיקה|מחיקת|ביטול|בטל|הסר|הסרה|סגירת ~ חשבון|סגור ~ חשבון|אישור|אשר|אני מאשר|השבת|סיום ~ מנוי|קנה עכשיו|שלם עכשיו|בצע ~ הזמנה|שלח ~ הזמנה|לצמיתות|העברת ~ כספים|חתום',
  weak: 'שלם|תשלום|קנה|קנייה|הזמן|הזמנה|הירשם|הרשמה|שלח|שליחה|פרסם|פרסום|העבר|תרום|תרומה|משיכה|מסכים|קבל|אפשר|שדרג|שנה ~ סיסמה|דחה|חידוש|מכור|חסום|הצבע|איפוס|הגש',
  harmless: 'הסר ~ סינון|היסטוריית הזמנות',
  dismiss: 'ביטול|בטל',
  proceed: 'כן|אוקיי|המשך|הבא|סיום|שמור|הבנתי',
  escape: 'לא|חזור|חזרה|סגור|אחר כך|עזרה|הצג',
  consent: 'קבל|קבל הכל|מסכים|אני מסכים|דחה|דחה הכל|אפשר|אישור',
  inform: 'איך|מה|למה|עזרה|מדיניות|תנאים',
};

const HINDI: Language = {
  code: 'hi',
  strong:
    'हटाएं|हटाएँ|हटाए|मिटाएं|मिटाएँ|रद्द|रद्द करें|डिलीट|खाता ~ बंद|सदस्यता ~ समाप्त|अनसब्सक्राइब|पुष्टि|पुष्टि करें|निष्क्रिय|अभी खरीदें|अभी भुगतान|ऑर्डर दें|ऑर्डर करें|स्थायी|वापस लें',
  weak: 'भुगतान|भुगतान करें|खरीदें|बुक करें|सदस्यता लें|भेजें|पोस्ट करें|प्रकाशित|ट्रांसफर|दान|निकालें|सहमत|मैं सहमत|स्वीकार|अनुमति|अपग्रेड|पासवर्ड ~ बदलें|अस्वीकार|नवीनीकृत|बेचें|ब्लॉक|वोट|रीसेट|सबमिट|जमा करें',
  harmless: 'फ़िल्टर हटाएं|ऑर्डर इतिहास',
  dismiss: 'रद्द करें|रद्द',
  proceed: 'हाँ|हां|ठीक|ठीक है|जारी रखें|आगे|अगला|पूर्ण|सहेजें',
  escape: 'नहीं|वापस|बंद करें|बाद में|देखें|सहायता',
  consent: 'स्वीकार|स्वीकार करें|सहमत|अस्वीकार|अनुमति दें',
  inform: 'कैसे|क्या|क्यों|सहायता|नीति|शर्तें',
};

export const OTHERS: readonly Language[] = [
  ...[TURKISH, FINNISH, HUNGARIAN, GREEK],
  ...[INDONESIAN, VIETNAMESE, ARABIC, HEBREW, HINDI],
];
