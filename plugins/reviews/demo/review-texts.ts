/** Title, then text. */
export type DemoText = readonly [title: string, text: string];

interface TextsOfCategory {
  /** Four and five stars. */
  readonly good: readonly DemoText[];
  /** Three stars. */
  readonly fair: readonly DemoText[];
  /** One and two stars. */
  readonly poor: readonly DemoText[];
}

/** What customers of the demo shop write, by the slug of the category. */
export const TEXTS: Readonly<Record<string, TextsOfCategory>> = {
  electronics: {
    good: [
      ['Does one thing well', 'No app, no account, no blinking lights. I switched it on and it worked.'],
      ['Better than the one it replaces', 'I put off replacing the old one for years. I should not have waited.'],
      ['Solid', 'You notice the weight first. Nothing rattles and the buttons have a real click.'],
      ['Easy to set up', 'Out of the box and running within five minutes, and I only read the first page.'],
      ['Still going strong', 'After three months of daily use it looks and works as on the first day.'],
      ['The battery lasts', 'I charge it on Sundays, if I remember. It has never run out on me.'],
      ['Bought a second one', 'The first disappeared into my daughter’s room within a week.'],
      [
        'Thoughtful details',
        'The cable is long enough, the plug fits behind a shelf. Somebody has thought about this.',
      ],
      ['Quiet and unfussy', 'It sits on the desk and does its work. That is all I ask for.'],
      ['Honest description', 'It is exactly what the page says. Spare parts are listed too, which decided it for me.'],
    ],
    fair: [
      ['Good, with a catch', 'It works well, but the manual is printed so small that I needed a torch.'],
      ['Fine for the price', 'Does what it should. The case feels a little thinner than in the pictures.'],
      ['Took some patience', 'Once it is set up there is nothing to complain about. Getting there took an evening.'],
    ],
    poor: [
      ['Arrived with a scratch', 'It works, but there is a long scratch on the back. I expected better at this price.'],
      ['Not for me', 'The controls are too close together for my hands. I have asked to return it.'],
    ],
  },
  clothing: {
    good: [
      ['Fits as it should', 'I took my usual size and it sits well on shoulders and waist.'],
      ['Washed ten times', 'The colour has not faded and the seams are straight. I wear it every week.'],
      ['Softer than I thought', 'Comfortable from the first day, no scratchy label, no stiff collar.'],
      ['Compliments at work', 'Two colleagues have asked where it is from. I was vague about it.'],
      ['Well made', 'Look at the stitching on the inside: it is as tidy as the outside.'],
      ['Goes with everything', 'I bought it for one evening, and now it is what I reach for first.'],
      ['The colour is right', 'It looks in daylight as it does in the pictures. That is rarer than it should be.'],
      ['Bought the second colour', 'After a month I came back for the other one.'],
      ['Warm without bulk', 'I walked the dog in it all through November and was never cold.'],
      ['Worth waiting for', 'My size was sold out for weeks. It was worth it.'],
    ],
    fair: [
      ['Runs a little large', 'Nice material, but take one size less. I kept it for wearing at home.'],
      ['Nice, needs care', 'It creases as soon as you look at it. With an iron in the house it is lovely.'],
      ['Good, not great', 'Comfortable and well cut. For the price I would have liked a proper spare button.'],
    ],
    poor: [
      ['Shrank in the wash', 'I followed the label and it is a size smaller now.'],
      ['Too stiff', 'It may soften with time, but after two weeks I still notice it all day.'],
    ],
  },
  books: {
    good: [
      [
        'Read it in two evenings',
        'I meant to read one chapter before sleeping. It was two in the morning when I looked up.',
      ],
      ['Beautifully printed', 'Thick paper, a generous margin and a binding that stays open on the table.'],
      ['A gift that was kept', 'I bought it for my brother and started reading. He got another copy.'],
      ['Clear and kind', 'Explains without talking down to you. I have underlined half of it.'],
      ['Stays with you', 'I finished it a month ago and still think about the last page.'],
      ['Funny in the right places', 'I laughed on the bus. People looked.'],
      ['The whole family likes it', 'We read a few pages every evening and nobody wants to stop.'],
      ['Better than its blurb', 'The back cover promises a lot. The book keeps all of it.'],
      ['On my desk for good', 'I look something up in it almost every week.'],
      ['Lovely cover too', 'I admit that I bought it for the cover. The inside is just as good.'],
    ],
    fair: [
      ['A slow start', 'The first fifty pages ask for patience. After that it finds its pace.'],
      ['Good, a little short', 'I enjoyed it and wanted a hundred pages more.'],
      ['Interesting, uneven', 'Some chapters are excellent, two or three could have been letters.'],
    ],
    poor: [
      ['Corner was bent', 'The book may be good, but the parcel was too big for it and one corner is crushed.'],
      ['Not what I expected', 'I was looking for more facts and fewer anecdotes.'],
    ],
  },
  'home-garden': {
    good: [
      ['We use it every day', 'It has its place in the kitchen now, and nobody remembers how we did without it.'],
      ['Quiet, simple, good', 'It looks as if it had always been there. Friends think it is an heirloom.'],
      ['Heavy in a good way', 'It stands firmly and feels as if it will outlast me.'],
      ['Packed with care', 'It travelled across the country in paper and cardboard only, and arrived without a mark.'],
      ['Easy to clean', 'A damp cloth is enough. After the third dinner party that matters most.'],
      ['Just the right size', 'I measured twice because our corner is narrow. It fits with a finger to spare.'],
      ['Warm colour', 'The tone is calmer than on my screen, and I like it even better.'],
      ['A present for ourselves', 'We looked at it for a year. Now it is the first thing that visitors notice.'],
      ['Good workmanship', 'The edges are smooth, the joints are tight, and nothing wobbles.'],
      ['Came early', 'Two days ahead of time, and put together in a quarter of an hour.'],
    ],
    fair: [
      ['Nice, but smaller', 'I should have read the measurements. It is pretty, and smaller than I imagined.'],
      ['Good with a soft cloth', 'Every fingerprint shows. Otherwise I am happy with it.'],
      ['Fine after some adjusting', 'One leg was a little short. A piece of felt has solved it.'],
    ],
    poor: [
      [
        'Arrived chipped',
        'A small piece was missing at the edge. The replacement is on its way, but I had no use for the first one.',
      ],
      ['Smells for days', 'It had to stand on the balcony for a week before we could use it.'],
    ],
  },
  sports: {
    good: [
      ['Ready for the season', 'I took it out three weekends in a row and have nothing to complain about.'],
      ['A good first one', 'I am a beginner and it forgives a lot. My trainer approves as well.'],
      ['Grips well', 'Even with cold, wet hands it stays where it should.'],
      ['My children fight over it', 'One was not enough. We take turns by the clock now.'],
      ['Light and tough', 'Dropped on concrete more than once, and you have to look for the marks.'],
      ['Feels balanced', 'You notice it in the first minute. The old one feels clumsy now.'],
      ['Keeps its shape', 'After a summer of almost daily training it is as good as new.'],
      ['Does what it promises', 'No frills, good material, a fair price.'],
      ['Carried it up a hill', 'And was glad that I had. It packs small and dries fast.'],
      ['Would buy again', 'I have tried three others before. This one stays.'],
    ],
    fair: [
      ['Good, but needs air', 'It arrived quite flat and I had to find a pump first. Since then it is fine.'],
      ['For occasional use', 'For a game on Sunday it is good enough. I would not train with it every day.'],
      ['Colour differs', 'It works as it should, but the colour is brighter than in the picture.'],
    ],
    poor: [
      ['Seam came loose', 'After four weeks one of the seams has opened. I have written to the shop.'],
      ['Wrong size for me', 'The size chart did not help. It pinches, so it goes back.'],
    ],
  },
};

/** Some customers add a sentence. */
export const CLOSINGS: readonly string[] = [
  'Delivery took three days.',
  'I would recommend it to a friend.',
  'Thank you for the quick answer to my question.',
  'It was a present, and it was liked.',
  'I will be back.',
  'The packaging went straight into the paper bin, which I like.',
  'My second order here, and surely not the last.',
];

/** What the shop answers to unhappy customers, and now and then to happy ones. */
export const REPLIES = {
  poor: [
    'Thank you for telling us, and we are sorry. Please answer our email and we will send a replacement or your money, as you prefer.',
    'That is not how it should arrive. A replacement is on its way to you, and you need not send anything back.',
    'We are sorry that it does not suit you. You can return it within 30 days, and the return label is already in your mailbox.',
  ],
  good: [
    'Thank you for taking the time to write. We hope it serves you for many years.',
    'That made our morning. Thank you!',
  ],
} as const;

/** Products that customers took a picture of. */
export const CUSTOMER_PICTURES: ReadonlySet<string> = new Set([
  'aria-over-ear-headphones',
  'hana-5-phone',
  'rowan-compact-keyboard',
  'ember-filament-bulb-pair',
  'le-cafe-de-la-gare',
  'letters-from-the-night-train',
  'salt-roads',
  'moon-over-kyushu',
  'how-to-mend-almost-anything',
  'the-octopus-who-kept-a-diary',
  'everyday-dot-grid-notebook',
  'herringbone-wool-throw',
  'early-bird-twin-bell-alarm-clock',
  'round-stoneware-teapot',
  'wide-mixing-bowl',
  'rosewater-bar-soap',
  'shoreline-flip-flop',
  'harness-leather-belt',
]);
