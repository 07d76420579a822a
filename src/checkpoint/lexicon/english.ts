import type { Language } from './language.js';

export const ENGLISH: Language = {
  code: 'en',
  strong: [
    'cancel|delete|=del|erase|destroy|purge|wipe|terminate|deactivate|unsubscribe|revoke|confirm|remove|uninstall',
    'close ~ account|disable ~ account|end ~ membership|end ~ subscription|end ~ plan|stop ~ subscription|quit membership',
    'stop ~ membership|stop ~ plan|stop ~ renewal|stop ~ service|stop autopay|turn off auto renew*|opt out|finish ~ cancellation|complete ~ cancellation',
    'proceed ~ cancellation|continue ~ cancellation|request ~ cancellation|forfeit|permanently|bin it',
    'place ~ order|complete ~ order|submit ~ order|finalize ~ order|finalise ~ order|complete ~ purchase|complete ~ payment',
    'complete ~ booking|complete ~ reservation|submit ~ payment|make ~ payment|send money|send ~ payment|pay now|buy now',
    'order now|book now|move ~ trash|move ~ bin|place ~ bid|bid now|make ~ offer|sign ~ contract|sign ~ agreement|sign ~ document',
    'sign and|esign|e sign|empty ~ trash|empty ~ bin|empty ~ folder|empty ~ recycle|sign out everywhere|sign out ~ all',
    'sign out ~ devices|log out everywhere|log out ~ all|log out ~ devices|logout everywhere|transfer ownership',
    'factory reset|reset ~ device|reset ~ account|reset ~ data|reset everything|restore factory|submit ~ application',
    'submit ~ claim|submit ~ return|file ~ return|file ~ claim|submit ~ petition|submit ~ vote|cast ~ vote|cast ~ ballot',
    'leave ~ group|leave ~ server|leave ~ team|leave ~ organization|leave ~ organisation|leave ~ workspace|leave ~ family',
    'force push|drop database|drop table|format disk|shut down|decommission|take offline|release funds|release payment',
    'accept ~ terms|agree ~ terms|accept ~ offer|accept ~ agreement|accept ~ contract|start ~ trial|void invoice|report user',
  ].join('|'),
  weak: [
    'pay|buy|purchase|^order|subscribe|upgrade|downgrade|^send|and send|resend|^post|and post|tweet|publish|^transfer',
    'withdraw|agree|accept|authorize|authorise|allow|grant|^book|^reserve|donate|^bid|^reset|discard|decline|reject|approve',
    'redeem|renew|invest|^trade|sell|^swap|^stake|top up|add funds|deposit|start ~ subscription|start ~ membership|refund',
    'switch ~ plan|change ~ plan|change ~ email|change ~ e mail|change ~ password|change ~ phone|change ~ address|unlink',
    'update ~ password|update ~ email|update ~ plan|choose ~ plan|select ~ plan|disconnect|overwrite|replace all|go live',
    'make public|deploy|merge|archive ~ repository|^vote|^block|^ban|^kick|unfriend|^sign|^donate|^tip|^charge|^execute',
    '^apply now|^enroll|^enrol|^checkout and|authorise|^empty|end ~ session|^end ~ lease|^check out and|i consent|hire|^rent',
    '^finish|^finalize|^finalise|^complete|reactivate|restart ~ membership|pledge|contribute|give now|give once|give monthly|give today|^wire|try free|try ~ free|regenerate|rotate ~ key|rotate ~ token|list ~ for sale|add my name|^invite|trash',
  ].join('|'),
  sending:
    'submit|comment|reply|^apply|^register|sign up|create account|^join|vote|request|invite|share|claim|respond|rsvp|file|lodge|order|post|book|send|complete|finish|transfer|sign|place',
  harmless: [
    'order by|order history|order status|order details|order summary|order number|order date|order id|order total',
    'order tracking|order list|order type|order confirmation|post code|post codes|post office|post details|post settings',
    'post preview|post type|post title|book review*|book club*|book list*|book store*|book series|book details|book cover*',
    'book description|book title*|book genre*|transfer history|transfer details|transfer limits|send to back|sign in|sign on',
    'sign up|=sign out|sign into|sign language|pay stub*|pay slip*|pay period|pay gap|pay rate|pay scale|remove ~ filter*',
    'remove from compar*|remove formatting|remove highlight*|remove background|remove search*|cancel reply|cancel edit*',
    'cancel search|cancel upload|cancel selection|cancel anytime|cancel any time|cancel comment|reset filter*|reset search',
    'reset ~ filters|reset zoom|reset view|reset map|reset sort*|reset column*|reset layout|reset selection|reset chart',
    'don t *|do not *|never *|allow list|allow lists|reserve price|block quote|block editor|block list|sign post|trade in value',
    'complete list|complete guide|complete profile|complete collection|complete works|place details|place name|finish line',
    'tip jar|tip of|accept ~ cookies|view trash|open trash|restore from trash',
    'buy guide|buyer s guide|merge cells|vote count|charge history|block explorer',
  ].join('|'),
  dismiss:
    'cancel|cancel and go back|cancel and return|cancel and close|go back cancel|cancel changes|cancel editing|cancel x|x cancel',
  proceed:
    'yes|yep|yeah|ok|okay|continue|proceed|next|submit|finish|done|go ahead|go|do it|i understand|i am sure|i m sure|sure|got it|apply|save|understood|agree|accept|absolutely|let s go|complete|start',
  escape:
    'no|nope|keep|not now|back|go back|close|dismiss|later|maybe later|never mind|nevermind|stay|undo|don t|do not|skip|return|x|exit|learn more|help|more info|view|see|show|read|preview|edit|what|why|how|download|export|copy|print|search|select|previous|expand|resume',
  consent:
    'accept|accept all|agree|i agree|allow|allow all|allow selection|reject|reject all|decline|decline all|i consent|confirm|confirm my choices|confirm choices|confirm selection|confirm my preferences|opt out|submit|save',
  cookies:
    'cookie|cookies|gdpr|ccpa|consent|tracking|trackers|your privacy|privacy choices|privacy preferences|personalised ads|personalized ads',
  inform:
    'how|what|why|when|who|which|where|can i|do i|learn|about|policy|policies|guide|help|faq|read|tips|tutorial|terms|article|view|see|show|history|status|details|list|examples|explained|vs',
};
