import { type PointerEvent, type TouchEvent, useEffect, useRef, useState } from 'react';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { freeShippingFrom } from '#web/shared/money.ts';
import { deliveryTime } from '#web/shared/shop/promises.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { flatRateInstead, takesCards } from '#web/shared/shop/terms.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

/** Storefront §9. */
const INTERVAL_MS = 5000;
const SWIPE_PX = 40;

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
  const [current, setCurrent] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const touchedAt = useRef({ x: 0, y: 0 });

  const go = (step: number) => setCurrent((current + step + SLIDES) % SLIDES);

  useEffect(() => {
    if (isStopped || isHeld) return;
    const timer = setInterval(() => {
      const isStill = document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
      // Each slide gets its full time, also after manual navigation.
      if (!isStill) setCurrent((current + 1) % SLIDES);
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isStopped, isHeld, current]);

  /** Touch fires no leave event: a tap must not pause the slides forever. */
  const hold = ({ pointerType, type }: PointerEvent) => {
    if (pointerType === 'mouse') setHeld(type === 'pointerenter');
  };

  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0];
    if (!touch) return;
    const x = touch.clientX - touchedAt.current.x;
    const isScroll = Math.abs(touch.clientY - touchedAt.current.y) > Math.abs(x);
    if (Math.abs(x) >= SWIPE_PX && !isScroll) go(x < 0 ? 1 : -1);
  };

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Highlights"
      className="carousel"
      onPointerEnter={hold}
      onPointerLeave={hold}
      onFocus={() => setHeld(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setHeld(false);
      }}
      onTouchStart={({ touches }) => {
        const touch = touches[0];
        if (touch) touchedAt.current = { x: touch.clientX, y: touch.clientY };
      }}
      onTouchEnd={onTouchEnd}
    >
      {slides().map(({ name, title, text }, index) => (
        <section
          key={name}
          aria-roledescription="slide"
          aria-label={`${name}, ${index + 1} of ${SLIDES}`}
          className="slide"
          data-shown={index === current}
          inert={index !== current}
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
              {picturesOf(index, pictures).map((picture, place) => (
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
      ))}
      <div className="slide-controls">
        {slides().map(({ name }, index) => (
          <button
            key={name}
            type="button"
            className="dot"
            aria-label={`Show ${name}`}
            aria-current={index === current}
            onClick={() => setCurrent(index)}
          />
        ))}
        <button
          type="button"
          className="icon-button ml-auto"
          aria-label={isStopped ? 'Play slides' : 'Pause slides'}
          onClick={() => setStopped(!isStopped)}
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
    </section>
  );
}
