import type { Shot } from '../shot.ts';

export const SHOTS: readonly Shot[] = [
  { key: 'try-bowl', family: 'vessel', params: { shape: 'bowl', r: 13, h: 8.5, color: '#e8e2d4', elev: 24 } },
  { key: 'try-plate', family: 'vessel', params: { shape: 'plate', r: 13.5, h: 2.6, stack: 4, gap: 1.15, color: '#c9cdc0', elev: 20 } },
  { key: 'try-teapot', family: 'vessel', params: { shape: 'pot', r: 8, h: 11, handle: true, spout: true, lid: true, color: '#56655a', speck: '#23261f', yaw: -10 } },
  { key: 'try-moon', family: 'vessel', params: { shape: 'moon', r: 11, h: 21, color: '#efe9dd', raw: false, tone: 0.6, size: 1.7, elev: 12 } },
  { key: 'try-bottle', family: 'vessel', params: { shape: 'bottle', r: 6, h: 23, color: '#b9684a', speck: '#5a2a1a', size: 1.85, elev: 10 } },
  { key: 'try-jug', family: 'vessel', params: { shape: 'jug', r: 6.5, h: 19, handle: true, color: '#2f3f52', speck: '#10151b', size: 1.85, elev: 12 } },
];
