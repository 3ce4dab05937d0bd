export const meta = () => [{ title: 'Stoa: the everyday general store' }];

export default function HomePage() {
  return <h1 className="page py-16">Good things, fairly priced, kept simple.</h1>;
}
