import { Picture } from '#web/shared/catalogue/picture.tsx';

interface GalleryProps {
  images: readonly string[];
  alts: readonly string[];
  name: string;
  shown: number;
  onShow: (index: number) => void;
}

/** The main picture and, where there are more, a strip to choose from. */
export function Gallery({ images, alts, name, shown, onShow }: GalleryProps) {
  const altOf = (index: number) => alts[index] || (index === 0 ? name : `${name}, picture ${index + 1}`);
  return (
    <div className="gallery">
      <Picture
        key={shown}
        src={images[shown]}
        alt={altOf(shown)}
        sizes="(width >= 1024px) 45vw, 94vw"
        first
        className="gallery-main"
      />
      {images.length > 1 && (
        <ul aria-label="Pictures" className="gallery-strip">
          {images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                className="thumbnail"
                aria-label={`Show ${altOf(index)}`}
                aria-current={index === shown}
                onClick={() => onShow(index)}
              >
                <Picture src={image} alt="" sizes="80px" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
