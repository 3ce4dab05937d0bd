import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { dragged, MAX_ZOOM, MIDDLE } from './picture-square.ts';
import { drawSquare, smallPicture } from './small-picture.ts';

interface CropDialogProps {
  picture: ImageBitmap;
  onClose: () => void;
  /** Receives the square as a data URL. @throws Error with the message to show */
  onSave: (image: string) => Promise<void>;
}

/** Sharp on high-density displays. */
const PIXELS = 480;

/** Crops a picture to a square: dragged, or moved and zoomed with the keyboard. */
export function CropDialog({ picture, onClose, onSave }: CropDialogProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [placement, setPlacement] = useState(MIDDLE);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState('');

  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, picture, placement);
  }, [picture, placement]);

  const drag = ({ buttons, currentTarget, movementX, movementY }: PointerEvent<HTMLElement>) => {
    if (buttons === 0) return;
    const side = currentTarget.clientWidth;
    setPlacement((now) => dragged(picture, now, movementX / side, movementY / side));
  };
  const save = async () => {
    setSaving(true);
    setProblem('');
    try {
      await onSave(smallPicture(picture, placement));
    } catch (error) {
      setProblem(messageOf(error));
      setSaving(false);
    }
  };
  const side = Math.min(picture.width, picture.height) / placement.zoom;

  return (
    <Dialog isOpen className="text-left" title="Adjust your picture" onClose={onClose} mayClose={() => !isSaving}>
      <div className="grid gap-5">
        {problem && <Banner tone="danger">{problem}</Banner>}
        <canvas
          ref={canvas}
          width={PIXELS}
          height={PIXELS}
          role="img"
          aria-label="The part of the picture that is shown"
          className="size-60 cursor-move touch-none justify-self-center rounded-full bg-sunken ring-1 ring-edge"
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
        />
        <p className="text-center text-muted text-small">Drag the picture, or use the sliders.</p>
        <Slider
          label="Zoom"
          isFirst
          min={1}
          max={MAX_ZOOM}
          value={placement.zoom}
          shown={`${Math.round(placement.zoom * 100)}%`}
          onChange={(zoom) => setPlacement({ ...placement, zoom })}
        />
        <Slider
          label="Left to right"
          value={placement.x}
          isOff={picture.width - side < 1}
          onChange={(x) => setPlacement({ ...placement, x })}
        />
        <Slider
          label="Top to bottom"
          value={placement.y}
          isOff={picture.height - side < 1}
          onChange={(y) => setPlacement({ ...placement, y })}
        />
      </div>
      <div className="dialog-actions">
        <Button look="secondary" disabled={isSaving} onClick={onClose}>
          Cancel
        </Button>
        <Button busy={isSaving && 'Saving…'} onClick={() => void save()}>
          Save picture
        </Button>
      </div>
    </Dialog>
  );
}

interface SliderProps {
  label: string;
  min?: number;
  max?: number;
  value: number;
  /** In words, if it is not a percentage. */
  shown?: string;
  /** Initial focus of the dialog. */
  isFirst?: boolean;
  /** The full length is visible: nothing to move. */
  isOff?: boolean;
  onChange: (value: number) => void;
}

function Slider({ label, min = 0, max = 1, value, shown, isFirst, isOff = false, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-3">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={(max - min) / 100}
        value={value}
        disabled={isOff}
        data-first-focus={isFirst}
        aria-valuetext={shown ?? `${Math.round(value * 100)}%`}
        className="h-11 w-full rounded-field accent-accent disabled:opacity-40"
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </div>
  );
}
