import { createRandom, pick } from './random.ts';

const FUNCTION_WORDS =
  'the and of to a in for is with on that it as at by this from be are or an your will you can all has its our more was not but have so than they which when';
const SHOP_WORDS =
  'design soft light home quality easy set cotton clean classic perfect wood steel comfortable style large small everyday durable water made size color fit hand kitchen use warm dry lamp bag bottle natural table chair leather wool linen glass modern compact garden storage travel outdoor indoor office bed pillow towel blanket mug bowl plate knife pan pot basket shelf frame clock speaker headphones keyboard mouse cable charger phone case camera tripod watch wallet belt shirt jacket jeans dress skirt socks shoes boots hat scarf gloves sweater hoodie coat book novel cookbook journal notebook pen pencil paint brush canvas puzzle game toy doll block train ball bat racket yoga mat dumbbell bicycle helmet tent lantern backpack rope compass map seed soil planter hose rake shovel fork spoon kettle toaster blender oven grill candle vase mirror rug curtain sofa desk drawer lock key hook wire battery adapter screen tablet laptop printer paper ink tape glue scissors stapler ruler folder wireless digital electric portable waterproof adjustable foldable organic handmade recycled vintage rustic elegant sturdy lightweight quiet fast smooth bright dark silver golden copper bamboo ceramic marble oak walnut maple pine silk denim velvet fleece rubber silicone titanium carbon aluminium plastic paper stone clay';
const ONSETS =
  'b br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sk sl sm sn sp st str t th tr v w wh y z'.split(
    ' ',
  );
const VOWELS = 'a e i o u ai ea ee oa oo ou ie'.split(' ');
const CODAS = ' n r l s t m d ck nd nt st rk ld ll ng p x'.split(' ');
const ENDINGS = ' er ed ing ly ness ment able ful less ity ion s es y al ic'.split(' ');
const VOCABULARY_SIZE = 40_000;

function invent(random: () => number): string {
  const syllables = 1 + Math.floor(random() * 2.4);
  let word = '';
  for (let i = 0; i < syllables; i += 1) word += pick(random, ONSETS) + pick(random, VOWELS) + pick(random, CODAS);
  return word + pick(random, ENDINGS);
}

/** Words by frequency, as in a natural language: function words, shop words, then increasingly rare ones. */
function createVocabulary(): string[] {
  const random = createRandom(7);
  const words = new Set([...FUNCTION_WORDS.split(' '), ...SHOP_WORDS.split(' ')]);
  while (words.size < VOCABULARY_SIZE) words.add(invent(random));
  return [...words];
}

export const vocabulary: readonly string[] = createVocabulary();
const firstShopWord = FUNCTION_WORDS.split(' ').length;

/** Draws words by Zipf's law: the n-th most frequent word occurs 1/n times as often as the first. */
export function zipfWord(random: () => number, from = 0): string {
  const rank = Math.floor((VOCABULARY_SIZE - from + 1) ** random()) - 1;
  return vocabulary[from + Math.min(rank, VOCABULARY_SIZE - from - 1)] as string;
}

export function sentence(random: () => number, words: number): string {
  const text = Array.from({ length: words }, () => zipfWord(random)).join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

export function name(random: () => number): string {
  const words = Array.from({ length: 2 + Math.floor(random() * 4) }, () => zipfWord(random, firstShopWord));
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/** One of the two hundred words that occur in many products. */
export function commonWord(random: () => number): string {
  return vocabulary[firstShopWord + Math.floor(random() * 200)] as string;
}

/** One of the words that occur in few products. */
export function rareWord(random: () => number): string {
  return vocabulary[4_000 + Math.floor(random() * 30_000)] as string;
}
