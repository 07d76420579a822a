import type { Language } from './language.js';

const FRENCH: Language = {
  code: 'fr',
  strong: [
    'supprimer|supprime|supprimez|effacer|résilier|résiliez|annuler|annulez|désabonner|me désabonner|se désabonner|désinscrire',
    'désinscription|retirer|révoquer|désactiver|confirmer|confirmez|je confirme|clôturer|fermer ~ compte',
    'mettre fin|se désinscrire|définitivement|acheter maintenant|payer maintenant|commander maintenant|réserver maintenant',
    'passer ~ commande|finaliser ~ commande|finaliser ~ achat|valider ~ commande|procéder au paiement|effectuer ~ paiement',
    'effectuer ~ virement|faire ~ virement|faire ~ paiement|envoyer ~ argent|placer ~ enchère|faire une offre|signer|vider ~ corbeille|se déconnecter partout',
    'déconnecter ~ tous les appareils|réinitialiser ~ mot de passe|réinitialiser ~ appareil|soumettre ~ candidature',
    'envoyer ~ candidature|accepter ~ conditions|quitter ~ groupe|démarrer ~ essai|arrêter ~ abonnement|confirmer ~ résiliation',
  ].join('|'),
  weak: 'valider|validez|payer|payez|acheter|achetez|^commander|commandez|réserver|réservez|s abonner|abonner|abonnez vous|je m abonne|envoyer|envoyez|^poster|publier|publiez|transférer|virer|faire un don|donner|je donne|retirer|accepter|j accepte|acceptez|autoriser|autorisez|permettre|souscrire|mettre à niveau|passer à premium|changer ~ offre|changer ~ forfait|changer ~ mot de passe|modifier ~ mot de passe|modifier ~ e mail|enchérir|refuser|approuver|renouveler|échanger|vendre|bloquer|louer|voter|réinitialiser|abandonner|soumettre|télépayer|verser',
  sending: 'commenter|répondre|postuler|s inscrire|rejoindre|demander|inviter|partager|inscrire',
  harmless:
    'annuler ~ filtre*|supprimer ~ filtre*|effacer ~ filtre*|réinitialiser ~ filtre*|effacer la recherche|annuler la recherche|annuler la réponse|ne pas *|donner son avis|donner mon avis|retirer ~ filtre*',
  dismiss: 'annuler|abandonner|annuler et revenir',
  proceed: 'oui|ok|continuer|poursuivre|suivant|terminer|envoyer|je comprends|compris|enregistrer|d accord|soumettre',
  escape:
    'non|garder|conserver|pas maintenant|retour|fermer|plus tard|rester|en savoir plus|aide|voir|afficher|modifier',
  consent:
    'accepter|tout accepter|j accepte|accepter et fermer|refuser|tout refuser|autoriser|tout autoriser|confirmer|valider|confirmer mes choix',
  cookies: 'rgpd|consentement|vie privée|traceurs',
  inform: 'comment|quoi|pourquoi|quand|aide|savoir|politique|conditions|guide|faq|voir',
};

const SPANISH: Language = {
  code: 'es',
  strong: [
    'eliminar|elimina|borrar|borra|suprimir|cancelar|cancela|anular|anula|darse de baja|darme de baja|dar de baja|baja definitiva',
    'desuscribir*|cancelar ~ suscripción|revocar|desactivar|confirmar|confirma|confirmo|quitar|cerrar ~ cuenta|definitivamente',
    'comprar ahora|compra ahora|pagar ahora|pedir ahora|reservar ahora|realizar ~ pedido|finalizar ~ compra|finalizar ~ pedido',
    'tramitar ~ pedido|confirmar ~ compra|realizar ~ pago|enviar ~ dinero|hacer ~ transferencia|realizar ~ transferencia|pujar',
    'hacer una oferta|firmar|vaciar ~ papelera|cerrar sesión en todos|cerrar todas las sesiones|restablecer ~ contraseña',
    'enviar ~ solicitud|presentar ~ solicitud|aceptar ~ términos|aceptar ~ condiciones|abandonar ~ grupo|salir del grupo',
    'iniciar ~ prueba|empezar ~ prueba|permanentemente',
  ].join('|'),
  weak: 'pagar|paga|comprar|^compra|pedir|encargar|reservar|^reserva|suscribirse|suscribirme|suscríbete|suscribir|enviar|envía|publicar|publica|transferir|donar|dona|retirar|aceptar|acepto|acepta|autorizar|autoriza|permitir|permite|conceder|contratar|mejorar ~ plan|cambiar ~ plan|cambiar ~ contraseña|cambiar ~ correo|rechazar|aprobar|renovar|canjear|vender|bloquear|alquilar|votar|restablecer|descartar|recargar|ingresar dinero|abonar|postular',
  sending: 'comentar|responder|registrarse|unirse|solicitar|invitar|compartir|inscribirse|entregar',
  harmless:
    'quitar ~ filtro*|borrar ~ filtro*|eliminar ~ filtro*|restablecer ~ filtro*|borrar búsqueda|cancelar búsqueda|compra segura|reserva de hoteles',
  dismiss: 'cancelar|anular',
  proceed:
    'sí|si|ok|vale|continuar|seguir|siguiente|finalizar|enviar|entiendo|entendido|guardar|de acuerdo|terminar|adelante',
  escape:
    'no|conservar|mantener|ahora no|volver|atrás|cerrar|más tarde|quedarme|más información|ayuda|ver|mostrar|editar',
  consent:
    'aceptar|aceptar todo|aceptar todas|acepto|rechazar|rechazar todo|rechazar todas|permitir|permitir todas|confirmar|aceptar y cerrar',
  cookies: 'privacidad|consentimiento',
  inform: 'cómo|qué|por qué|cuándo|ayuda|más|política|condiciones|guía|ver',
};

const ITALIAN: Language = {
  code: 'it',
  strong:
    'elimina|eliminare|cancella|cancellare|rimuovi|rimuovere|disdici|disdire|disdetta|annulla|annullare|disiscriviti|disiscrivi|annulla ~ iscrizione|revoca|disattiva|conferma|confermo|confermare|chiudi ~ account|chiudi ~ conto|termina ~ abbonamento|recedi|definitivamente|acquista ora|compra ora|paga ora|ordina ora|prenota ora|effettua ~ ordine|completa ~ ordine|completa ~ acquisto|concludi ~ ordine|invia ~ ordine|invia ~ denaro|esegui ~ bonifico|effettua ~ pagamento|fai un offerta|firma ~ contratto|firma ora|firma ~ documento|firma e|=firma|svuota ~ cestino|esci da tutti|esci ovunque|reimposta ~ password|invia ~ domanda|invia ~ candidatura|accetta ~ termini|accetta ~ condizioni|lascia ~ gruppo|abbandona ~ gruppo|inizia ~ prova|elimina definitivamente',
  weak: 'paga|pagare|acquista|compra|comprare|ordina|prenota|prenotare|abbonati|iscriviti|invia|inviare|pubblica|pubblicare|^posta|trasferisci|dona|donare|preleva|accetta|accetto|acconsento|autorizza|consenti|concedi|passa a|cambia ~ piano|cambia ~ password|modifica ~ password|modifica ~ email|rifiuta|approva|rinnova|riscatta|vendi|blocca|noleggia|vota|ripristina|reimposta|scarta|ricarica|sottoscrivi|attiva ~ abbonamento',
  sending: 'commenta|rispondi|registrati|candidati|unisciti|richiedi|invita|condividi|presenta',
  harmless:
    'rimuovi ~ filtr*|cancella ~ filtr*|elimina ~ filtr*|reimposta ~ filtr*|cancella ricerca|annulla ricerca|ordina per|posta in arrivo|posta elettronica|posta inviata|ricarica la pagina|ricarica pagina',
  dismiss: 'annulla|annullare',
  proceed: 'sì|si|ok|va bene|continua|prosegui|procedi|avanti|fine|invia|ho capito|capito|salva|d accordo|completa',
  escape: 'no|mantieni|conserva|non ora|indietro|torna|chiudi|più tardi|resta|scopri di più|aiuto|vedi|mostra|modifica',
  consent:
    'accetta|accetta tutti|accetta tutto|accetto|acconsento|rifiuta|rifiuta tutti|rifiuta tutto|consenti|consenti tutti|conferma',
  cookies: 'riservatezza|consenso',
  inform: 'come|cosa|perché|quando|aiuto|scopri|informativa|condizioni|guida|vedi',
};

const PORTUGUESE: Language = {
  code: 'pt',
  strong:
    'excluir|eliminar|apagar|deletar|remover|cancelar|cancele|anular|descadastrar|cancelar ~ inscrição|cancelar ~ assinatura|anular ~ subscrição|revogar|desativar|confirmar|confirmo|encerrar ~ conta|fechar ~ conta|encerrar ~ assinatura|definitivamente|permanentemente|comprar agora|compre agora|pagar agora|pedir agora|reservar agora|fazer ~ pedido|finalizar ~ pedido|finalizar ~ compra|concluir ~ compra|efetuar ~ pagamento|fazer ~ pix|enviar ~ pix|enviar ~ dinheiro|fazer ~ transferência|dar ~ lance|fazer uma oferta|assinar ~ contrato|esvaziar ~ lixeira|sair de todos|terminar sessão em todos|redefinir ~ senha|enviar ~ candidatura|enviar ~ inscrição|aceitar ~ termos|sair do grupo|iniciar ~ teste|dar baixa',
  weak: 'pagar|pague|comprar|compre|pedir|encomendar|reservar|assinar|assine|subscrever|inscrever se|enviar|envie|postar|publicar|transferir|doar|doe agora|sacar|levantar|aceitar|aceito|concordo|concordar|autorizar|permitir|conceder|contratar|mudar ~ plano|alterar ~ plano|alterar ~ senha|mudar ~ senha|alterar ~ palavra passe|alterar ~ e mail|recusar|rejeitar|aprovar|renovar|resgatar|vender|bloquear|alugar|votar|redefinir|repor|descartar|recarregar saldo|licitar|depositar',
  sending:
    'comentar|responder|cadastrar|candidatar se|participar|solicitar|convidar|compartilhar|partilhar|registar|submeter',
  harmless:
    'remover ~ filtro*|limpar ~ filtro*|excluir ~ filtro*|apagar ~ filtro*|redefinir ~ filtro*|cancelar busca|cancelar pesquisa',
  dismiss: 'cancelar|anular',
  proceed:
    'sim|ok|continuar|prosseguir|avançar|próximo|seguinte|concluir|enviar|entendi|salvar|guardar|de acordo|finalizar',
  escape: 'não|manter|agora não|voltar|fechar|mais tarde|depois|ficar|saiba mais|ajuda|ver|mostrar|editar',
  consent:
    'aceitar|aceitar todos|aceitar tudo|aceito|concordo|recusar|recusar todos|rejeitar|rejeitar todos|permitir|permitir todos|confirmar',
  cookies: 'privacidade|lgpd|consentimento',
  inform: 'como|o que|por que|quando|ajuda|saiba|política|termos|guia|ver',
};

const ROMANIAN: Language = {
  code: 'ro',
  strong:
    'șterge|ștergeți|ștergere|elimină|anulează|anulați|dezabonare|dezabonează*|închide ~ cont*|dezactivează|confirmă|confirm|confirmați|revocă|renunță|reziliază|plasează ~ comand*|trimite ~ comand*|finalizează ~ comand*|cumpără acum|plătește acum|definitiv|golește ~ coș*|semnează',
  weak: 'plătește|plătiți|cumpără|comandă|rezervă|abonează*|trimite|postează|publică|transferă|donează|retrage|acceptă|accept|sunt de acord|autorizează|permite|schimbă ~ parola|refuză|resetează|vinde',
  harmless: 'șterge ~ filtr*|elimină ~ filtr*|resetează ~ filtr*',
  dismiss: 'anulează|renunță|anulare',
  proceed: 'da|ok|continuă|continuați|următorul|înainte|gata|finalizează|salvează|am înțeles|trimite',
  escape: 'nu|păstrează|înapoi|închide|mai târziu|ajutor|vezi',
  consent: 'acceptă|acceptă toate|accept|accept toate|refuză|refuză toate|respinge|sunt de acord|permite',
  inform: 'cum|ce|de ce|ajutor|politica|termeni',
};

export const ROMANCE: readonly Language[] = [FRENCH, SPANISH, ITALIAN, PORTUGUESE, ROMANIAN];
