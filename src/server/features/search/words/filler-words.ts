const listOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words of questions and requests, which say nothing about a product. */
export const FILLER_WORDS = listOf(`
  what which who whom whose where when why how do does did doing done am is are was were be being been can could should
  shall would will may might must i im ive id we our us me my mine you your yours he she his her they them their theirs it its
  this that these those there here the a an and or but if so then than as at by for from in into of on onto to with without about
  some any anyone anything something someone somebody anybody one ones thing things stuff not no yes please thanks hello hi
  need needs needed want wants wanted wish looking look looks find finding found get gets getting got having buy buying purchase
  order ordering shop shopping store sell sells sold selling show give gives giving given have has had having like likes
  use uses used using make makes making made help recommend recommended recommendation suggest suggestion suggestions
  good great nice best better perfect ideal suitable favourite really very much many lot lots also just only too
  most more other another every all each keep keeps kept keeping put take takes taking go goes going come comes
  item items product products gear equipment essentials accessories accessory supplies kind kinds type types sort sorts
  price priced cost costs cheap new buyable available people person somewhere special
`);

/** Recipients and occasions: they add to the score of other matches, and are searched for only alone. */
export const OPTIONAL_WORDS = listOf(`
  gift gifts present presents idea ideas lover lovers fan fans player players enthusiast enthusiasts addict addicts
  beginner beginners set guest guests outfit friend friends him her dad mum mom father mother husband wife boyfriend
  girlfriend grandma grandpa grandmother grandfather sister brother daughter son boss colleague teacher family
  day days time times way home old young size big small large little long short
  pair pack kit starter everyday wear wears wearing birthday
  student students wedding anniversary christmas xmas retirement graduation housewarming valentine valentines mothers fathers teenager teen
  teenagers teens adult adults year years
  modern stylish beautiful lovely pretty cool quality premium luxury
`);

/** They may stand between the words of a term: 'watch a film'. */
export const ARTICLES = listOf('a an the my our your his her their some any');

/** Words in front of 'of' that say how much of something: 'pair of socks'. */
export const CONTAINERS = listOf(
  'pair pairs set sets pack packs packet packets box boxes bottle bottles jar jars can cans tin tins tube tubes roll rolls piece pieces bunch bag bags couple cup cups glass glasses kilo litre liter loaf bit sort kind type',
);

/** What holds, covers or belongs to something: a kind of product only with the word before it, as in 'phone case'. */
export const DEPENDENT_HEADS = listOf(`
  rack rail holder stand strap straps case cases cover covers sleeve protector sharpener opener dispenser mount hanger
  hangers string strings part parts cleaner remover polish refill refills cartridge cartridges filter filters pump motor
  lid lids pad pads mat mats box boxes battery batteries band lace laces repair lesson lessons maker shade net nets grip
  costume costumes
`);

/** The text before these words names the product, the text after them describes it. */
export const PREPOSITIONS = listOf('for with of in on from by to that which who without at about under');

/** What a text of nothing but optional words is about. */
export const GIFTS = listOf('gift gifts present presents');
