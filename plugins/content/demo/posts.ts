/** A post of the demo shop's blog. */
export interface DemoPost {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly daysAgo: number;
  /** The product whose first picture is the cover. */
  readonly pictured: string;
  readonly cover: string;
  readonly body: readonly DemoBlock[];
}

/** A paragraph, in which `[words](path)` is a link; a heading; or a numbered list. */
export type DemoBlock = string | { readonly heading: string } | { readonly steps: readonly string[] };

export const POSTS: readonly DemoPost[] = [
  {
    slug: 'looking-after-an-iron-pan',
    title: 'Looking after an iron pan',
    summary: 'Hot water, a brush, a dry towel and a drop of oil. That is nearly all of it.',
    tags: ['care', 'kitchen'],
    daysAgo: 9,
    pictured: 'everyday-frying-pan-26-cm',
    cover: 'Black iron frying pan with a long handle',
    body: [
      'An iron pan comes with a thin black layer of baked oil. It is called seasoning, it is what keeps an egg from sticking, and unlike a coating it can be repaired in your own oven.',
      { heading: 'After every meal' },
      {
        steps: [
          'Let the pan cool until you can hold it. Cold water on hot iron can warp it.',
          'Rinse it with hot water and brush off what sticks. Leave out the soap while the seasoning is young.',
          'Dry it at once, best on the warm stove for a minute.',
          'Rub in a few drops of oil, then wipe as if you had used too much.',
        ],
      },
      { heading: 'When food starts to stick' },
      'Scrub the pan down, dry it, and rub the thinnest possible film of oil over all of it. Bake it upside down for an hour, as hot as your oven goes, and let it cool inside. Twice is better than once; thick is worse than thin.',
      'Tomatoes and wine eat into the seasoning. For those there is [the casserole](/products/sunday-casserole-5-l). For nearly everything else there is [the pan](/products/everyday-frying-pan-26-cm).',
    ],
  },
  {
    slug: 'washing-wool-without-shrinking-it',
    title: 'Washing wool without shrinking it',
    summary: 'Wool shrinks from heat and rubbing, not from water. It also needs washing less often than you think.',
    tags: ['care', 'clothing'],
    daysAgo: 31,
    pictured: 'fisher-lambswool-sweater',
    cover: 'Folded lambswool sweater in Chestnut',
    body: [
      'A wool fibre is covered with scales, like a pine cone. Warmth opens them and movement hooks them into each other, and they do not let go again. That is felting, and it is how a sweater ends up fitting a child.',
      { heading: 'Air first' },
      'Hang the sweater outside overnight, away from the sun. Most smells leave by themselves, and a wash that does not happen cannot go wrong.',
      { heading: 'By hand' },
      {
        steps: [
          'Fill a basin with cool water and a little wool detergent.',
          'Press the sweater under and leave it for ten minutes. Do not rub or wring it.',
          'Rinse it in water of the same temperature.',
          'Roll it in a towel and kneel on the towel.',
          'Pull it into shape and dry it flat.',
        ],
      },
      'Check the label before you use a machine: [the merino](/products/plain-merino-sweater) goes into the wool programme at 30 °C, [the lambswool](/products/fisher-lambswool-sweater) does not.',
    ],
  },
  {
    slug: 'your-first-roll-of-film',
    title: 'Your first roll of film',
    summary: 'Thirty-six pictures, no screen. What to set, what to leave alone, and what to expect.',
    tags: ['photography'],
    daysAgo: 54,
    pictured: 'daylight-200-colour-film-three-rolls',
    cover: 'Three film cartridges in orange and dark green',
    body: [
      'Film slows you down, which is the point of it. You will not see a picture for a week, and you will remember taking nearly all of them.',
      { heading: 'Set three things' },
      {
        steps: [
          'The film speed, once: 200 on the box means 200 on the dial.',
          'The exposure: turn the ring until the meter is content. If you are unsure, give colour film a little more light.',
          'The distance: guess it. At f/8 in daylight, a guess is good enough.',
        ],
      },
      { heading: 'Where to begin' },
      'Photograph people in open shade, with the light behind you or beside you. Take one picture where you would otherwise take six. Write down nothing; look at the negatives instead, because they tell you what the meter saw.',
      'Bring the roll to any laboratory that develops C-41 and ask for scans. [Three rolls](/products/daylight-200-colour-film-three-rolls) last a summer in [a camera that fits a pocket](/products/pocket-35-film-camera).',
    ],
  },
  {
    slug: 'when-a-houseplant-needs-a-bigger-pot',
    title: 'When a houseplant needs a bigger pot',
    summary: 'Roots below, water running straight through, no new leaf since spring: three signs, and what to do.',
    tags: ['care', 'plants'],
    daysAgo: 88,
    pictured: 'rubber-plant-in-terracotta',
    cover: 'Rubber plant with dark leaves in a terracotta pot',
    body: [
      'Most houseplants are happy in the pot they came in for a year or two. A pot that is much too large stays wet for too long, so wait until the plant asks.',
      { heading: 'How it asks' },
      'Roots grow out of the hole. Water runs through in seconds and the soil is dry the next day. In spring, when everything else grows, nothing happens.',
      { heading: 'What to do' },
      {
        steps: [
          'Choose a pot two fingers wider, with a hole in the bottom.',
          'Water the plant the day before.',
          'Tip it out, and loosen the outer roots with your fingers.',
          'Set it as deep as it stood before, fill up with fresh soil, and press it down lightly.',
          'Water it, keep it out of the sun for a week, and do not feed it for six.',
        ],
      },
      'Terracotta breathes, so soil dries evenly in it. [Our rubber plant](/products/rubber-plant-in-terracotta) already stands in some.',
    ],
  },
  {
    slug: 'a-sharp-knife-and-a-soft-board',
    title: 'A sharp knife and a soft board',
    summary: 'What dulls a good edge is rarely the onion. It is the board, the sink and the drawer.',
    tags: ['care', 'kitchen'],
    daysAgo: 120,
    pictured: 'eight-inch-chefs-knife',
    cover: 'Chef’s knife on an oak board',
    body: [
      'An edge is a strip of steel thinner than a hair. Food does little to it. Glass, stone and steel do a lot, and so does an hour in the dishwasher beside the forks.',
      { heading: 'Keep it sharp' },
      {
        steps: [
          'Cut on wood. A good board gets scratched so that the knife does not.',
          'Rinse the knife and dry it right after use.',
          'Keep it on a magnet, in a block or in a sleeve, never loose in the drawer.',
          'Draw it over a honing steel once a week, lightly, at the angle of its grind.',
        ],
      },
      'Honing straightens an edge; sharpening makes a new one. Once a year is enough at home. [Our chef’s knife](/products/eight-inch-chefs-knife) is sharpened for the postage, and [the walnut board](/products/walnut-cutting-board) wants a spoonful of oil when it looks thirsty.',
    ],
  },
];
