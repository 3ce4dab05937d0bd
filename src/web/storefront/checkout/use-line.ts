import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import type { Line } from './wait-in-line.ts';

/** The customer's place in line while many others are checking out; null without waiting. */
export function useLine() {
  const [line, setLine] = useState<Line | null>(null);
  const leave = useRef<() => void>(undefined);

  // Leaving the page also leaves the line.
  useEffect(() => () => leave.current?.(), []);

  /** Sends a request; if the shop has the customer wait in line, repeats it until it is their turn. */
  const sendInTurn = async <T>(request: () => Promise<T>): Promise<T> => {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'server.in_line') throw error;
      const { waitInLine } = await import('./wait-in-line.ts');
      return waitInLine(request, error, (next) => {
        leave.current = next?.leave;
        setLine(next);
      });
    }
  };

  return { line, sendInTurn };
}
