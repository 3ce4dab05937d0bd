import { Picture } from '#web/shared/catalogue/picture.tsx';
import { freeShippingFrom } from '#web/shared/money.ts';
import { deliveryTime } from '#web/shared/shop/promises.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { flatRateInstead, takesCards } from '#web/shared/shop/terms.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { type Slideshow, useSlideshow } from './use-slideshow.ts';

/** The first slide has the longest text: a larger paint later would become the LCP. */
const slides = () =>
  [
    {
      name: 'Welcome',
      title: 'Good things, fairly priced, kept simple.',
      text: 'A general store for everyday life: useful things, well made, chosen by people who use them themselves every day.',
    },
    {
      name: 'Free Shipping',
      title: `Free shipping above ${freeShippingFrom()}`,
      text: `${flatRateInstead() ?? `Standard delivery takes ${deliveryTime()}.`} Change your mind within 30 days.`,
    },
    {
      name: 'Secure Payments',
      title: takesCards() ? 'Your card details stay yours.' : 'No card details needed.',
      text: takesCards()
        ? 'They go straight to the payment provider, encrypted, and never touch our servers.'
        : 'Place your order first and pay later. We never ask for a card number.',
    },
  ] as const;
type SlideText = ReturnType<typeof slides>[number];
const SLIDES = 3;

/** Pictures beside a slide's text: a large one and two small ones, or only the large one. */
const PLACES = [0, 1, 2] as const;

/** The pictures of a slide: its own if there are enough for all slides, else any. */
function picturesOf(slide: number, pictures: readonly string[]): string[] {
  const places = pictures.length >= SLIDES * PLACES.length ? PLACES : PLACES.slice(0, 1);
  return places.flatMap((place) => pictures[(slide * places.length + place) % pictures.length] ?? []);
}

/** @param pictures of the shop's own products, so that every shop has its own slides */
export function Carousel({ pictures }: { pictures: readonly string[] }) {
  const slideshow = useSlideshow(SLIDES);
  const texts = slides();
  return (
    <section aria-roledescription="carousel" aria-label="Highlights" className="carousel" {...slideshow.events}>
      {texts.map((text, index) => (
        <Slide
          key={text.name}
          text={text}
          index={index}
          isShown={index === slideshow.current}
          pictures={picturesOf(index, pictures)}
        />
      ))}
      <Controls names={texts.map(({ name }) => name)} {...slideshow} />
    </section>
  );
}

interface SlideProps {
  text: SlideText;
  index: number;
  isShown: boolean;
  pictures: readonly string[];
}

function Slide({ text: { name, title, text }, index, isShown, pictures }: SlideProps) {
  return (
    <section
      aria-roledescription="slide"
      aria-label={`${name}, ${index + 1} of ${SLIDES}`}
      className={`slide ${pictures.length > 0 ? 'slide-with-pictures' : ''}`}
      data-shown={isShown}
      inert={!isShown}
    >
      <div className="slide-words">
        <p className="font-semibold text-accent">{name}</p>
        <h2 className="mt-3 text-hero">{title}</h2>
        <p className="mt-5 max-w-md text-lg text-muted">{text}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Link to="/products" className="button button-primary">
            Shop Now
          </Link>
          <Link to="/about" className="button button-secondary">
            Learn More<span className="sr-only"> about {shop().siteName}</span>
          </Link>
        </div>
      </div>
      {pictures.length > 0 && (
        <div className="slide-pictures">
          {pictures.map((picture, place) => (
            <Picture
              key={picture}
              src={picture}
              alt=""
              sizes={place === 0 ? '(width >= 1024px) 40vw, 33vw' : '(width >= 1024px) 20vw, 33vw'}
              first={index + place === 0}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function Controls({ names, current, isStopped, show, go, toggle }: Slideshow & { names: readonly string[] }) {
  return (
    <div className="slide-controls">
      {names.map((name, index) => (
        <button
          key={name}
          type="button"
          className="dot"
          aria-label={`Show ${name}`}
          aria-current={index === current}
          onClick={() => show(index)}
        />
      ))}
      <button
        type="button"
        className="icon-button ml-auto"
        aria-label={isStopped ? 'Play slides' : 'Pause slides'}
        onClick={toggle}
      >
        <Icon name={isStopped ? 'play' : 'pause'} />
      </button>
      <button type="button" className="icon-button" aria-label="Previous slide" onClick={() => go(-1)}>
        <Icon name="chevron-left" />
      </button>
      <button type="button" className="icon-button" aria-label="Next slide" onClick={() => go(1)}>
        <Icon name="chevron-right" />
      </button>
    </div>
  );
}
