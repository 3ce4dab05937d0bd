import { defineMail } from '#plugin';

export const questionAnswered = defineMail({
  name: 'question-answered',
  title: 'Question answered',
  sample: { product: 'Desk lamp', text: 'Is a bulb included?', answer: 'Yes.', url: 'https://shop.example/products/1' },
  compose: ({ product, text, answer, url }, { shopName }) => ({
    subject: `Your question about ${product}`,
    heading: 'Your question was answered',
    paragraphs: [`You asked: ${text}`, answer],
    action: { label: 'See the product', url },
    footer: `You receive this email because you asked ${shopName} a question.`,
  }),
});
