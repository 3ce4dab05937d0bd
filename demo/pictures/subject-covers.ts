import { type BookCover, disc, leaf, line, rect, ring, shape, times, wave } from './cover-art.ts';

/** Covers of books that know about something. */
export const SUBJECT_COVERS: Readonly<Record<string, BookCover>> = {
  dunes: {
    cloth: '#d99a4e',
    art:
      disc(12.6, 6.4, 2.7, '#fff1cf') +
      shape('M0 11C5 8.6 9 12.6 18 9.4V24H0z', '#c57b38') +
      shape('M0 15.4C6 12 10 17.6 18 13.4V24H0z', '#a85e2a') +
      shape('M0 19.6C6 16.6 11 21.6 18 18V24H0z', '#7d4122') +
      times(5, (i) => disc(3 + i * 1.5, 17.6 - Math.sin(i) * 0.35, 0.32, '#fff1cf')),
  },
  birds: {
    cloth: '#4f8a5b',
    art:
      line('M0 17.2C6 15.8 12 17.6 18 15', '#2b5136', 0.8) +
      leaf(13.4, 16.2, -50, 3.4, '#9fd08a') +
      leaf(15, 15.8, 35, 2.8, '#9fd08a') +
      shape(
        'M4.2 9.4C4.2 6.8 6.2 5.2 8.4 5.2C10.8 5.2 12.2 7 12.6 9.2L15.8 14.2L11.8 12.8C10.8 14.8 9.2 15.8 7.6 15.8C5.2 15.6 4.2 12.8 4.2 9.4z',
        '#f4d58d',
      ) +
      shape('M7.4 9.8C9.6 9 11.8 10.4 12.2 12.8C10 13.6 7.6 12.4 7.4 9.8z', '#e08a4a') +
      shape('M4.3 8.4L2 9.2L4.2 10z', '#e0663c') +
      disc(6.8, 8, 0.55, '#22312a') +
      line('M7.4 15.6V17', '#2b5136', 0.45) +
      line('M9 15.4V16.8', '#2b5136', 0.45),
  },
  bread: {
    cloth: '#f0dcc0',
    spine: '#b9743a',
    art:
      shape('M2.4 15.4C1.6 10.4 5 7.6 9 7.6S16.4 10.4 15.6 15.4C15.2 17.4 2.8 17.4 2.4 15.4z', '#b9743a') +
      shape('M2.8 14.2C2.8 10.6 5.6 8.8 9 8.8S15.2 10.6 15.2 14.2C12.4 15.2 5.6 15.2 2.8 14.2z', '#d69550') +
      line('M5.4 10.6L7 13.4M8.6 9.6L9.8 13M12 10L12.8 12.8', '#f7e6c8', 0.8) +
      line('M9 23V18.6', '#8a5527', 0.5) +
      times(3, (i) => leaf(9, 22.4 - i * 1.2, -35, 1.9, '#d69550') + leaf(9, 22.4 - i * 1.2, -145, 1.9, '#d69550')) +
      times(9, (i) => disc(1.6 + i * 1.85, 3.4 + (i % 2) * 0.8, 0.26, '#b9743a')),
  },
  garden: {
    cloth: '#f2efe2',
    spine: '#4c7a43',
    art:
      line('M9 24V7', '#4c7a43', 0.7) +
      times(5, (i) => leaf(9, 20 - i * 3, -28, 6.4 - i * 0.8, i % 2 ? '#6ea35a' : '#4c7a43')) +
      times(5, (i) => leaf(9, 21.4 - i * 3, -152, 6.4 - i * 0.8, i % 2 ? '#4c7a43' : '#8fbf73')) +
      times(7, (i) => leaf(9, 5.4, i * 51.4, 2.3, '#e57a8c')) +
      disc(9, 5.4, 1, '#f5c451'),
  },
  numbers: {
    cloth: '#27305e',
    art: times(4, (row) =>
      times(3, (column) => {
        const [x, y] = [3.4 + column * 5.6, 3.6 + row * 5.6];
        const fills = ['#f4b942', '#ef6f5e', '#7fd1c7', '#f5efe0'];
        const fill = fills[(row * 3 + column * 2) % 4] ?? '#f5efe0';
        if ((row + column) % 3 === 0) return disc(x, y, 2, fill);
        if ((row + column) % 3 === 1) return shape(`M${x - 2} ${y + 2}L${x} ${y - 2}L${x + 2} ${y + 2}z`, fill);
        return rect(x - 1.8, y - 1.8, 3.6, 3.6, fill);
      }),
    ),
  },
  tides: {
    cloth: '#0f4c5c',
    art:
      disc(9, 7, 3.6, '#f2e8cf') +
      disc(10.4, 6.2, 3.1, '#0f4c5c') +
      wave(12.6, 2.2, '#2b7a8c') +
      wave(15.4, 2.6, '#4fa3b1') +
      wave(18.2, 2.2, '#8fd0d3') +
      wave(21, 2, '#d9f0ea'),
  },
  city: {
    cloth: '#cfd8dc',
    spine: '#5a6770',
    art:
      rect(1.6, 9, 4, 15, '#8b979e') +
      rect(6.2, 4.6, 4.6, 19.4, '#5a6770') +
      rect(11.4, 12, 5, 12, '#a9b3b8') +
      times(
        5,
        (i) =>
          rect(7, 6 + i * 3, 1.2, 1.5, '#f2c14e') + rect(8.9, 6 + i * 3, 1.2, 1.5, i === 2 ? '#e7edef' : '#3f4a52'),
      ) +
      times(4, (i) => rect(2.3, 10.6 + i * 3, 2.6, 0.7, '#cfd8dc')) +
      times(3, (i) => rect(12.2, 13.6 + i * 3, 3.4, 1.4, '#e7edef')) +
      shape(
        'M10.6 6.2C10.6 4.8 12.4 4.4 13 5.4C14 4.6 15.8 5.4 15.4 6.8C16.6 7 16.6 8.6 15.4 8.6H11.2C9.8 8.6 9.6 6.6 10.6 6.2z',
        '#ffffff',
      ),
  },
  moon: {
    cloth: '#23294d',
    art:
      disc(9, 8.4, 5, '#f3e3b3') +
      disc(7.4, 7.2, 0.9, '#e2cd92') +
      disc(10.8, 9.6, 1.2, '#e2cd92') +
      disc(9.8, 6, 0.5, '#e2cd92') +
      shape('M0 16.6L5 11.8L8.6 15.4L12.4 11L18 16.4V24H0z', '#3c4a7c') +
      shape('M0 20C4 16.4 7 18.6 10 17.4S16 17 18 18.8V24H0z', '#171b36') +
      line('M13.6 18.4V14M12 14.4H15.2M12.4 15.6H14.8', '#d8574a', 0.55),
  },
  mending: {
    cloth: '#3d5a80',
    art:
      rect(2.6, 4, 8.6, 8.6, '#ee6c4d', 'rx=".6" transform="rotate(-7 7 8)"') +
      line('M3.4 4.6L10.8 3.7L11.7 11.3L4.3 12.2z', '#fff4e0', 0.4, 'stroke-dasharray=".9 .7"') +
      rect(8, 11.6, 7, 7.4, '#e0c068', 'rx=".6" transform="rotate(6 11 15)"') +
      line('M8.7 12L15 12.7L14.2 19L7.9 18.3z', '#3d5a80', 0.4, 'stroke-dasharray=".9 .7"') +
      line('M3 22C6 19.6 8 22.6 11 20.8S15 19 16 20.4', '#fff4e0', 0.4) +
      line('M16 20.4L13.6 23.2', '#d9dee6', 0.55),
  },
  lost: {
    cloth: '#f4c95d',
    spine: '#c9962c',
    art:
      line('M0 20.6H5.2V16H2.4V11.4H9V19.6H13.4V14.4H11.6V7.2H6V3.4H14.8V10.4H18', '#2b2d42', 0.9) +
      disc(1.2, 20.6, 0.9, '#d94f3d') +
      shape('M15.4 8.8L18 10.4L15.4 12z', '#d94f3d') +
      line('M2.4 3.4V8H4.4M16.4 18V22H8.4', '#2b2d42', 0.9, 'opacity=".28"'),
  },
  stars: {
    cloth: '#141a33',
    art:
      disc(9.6, 11.4, 3.7, '#e59b5c') +
      shape('M6.2 10C8 9.4 11 9.2 13 10.2L13.2 11.6C11 10.8 8 11 6 11.8z', '#f6c78f') +
      `<ellipse cx="9.6" cy="11.4" rx="7.4" ry="1.9" fill="none" stroke="#f1e2bf" stroke-width=".55" transform="rotate(-18 9.6 11.4)" stroke-dasharray="15.5 8.4 40"/>` +
      [
        [2.4, 3, 0.4],
        [6.6, 4.6, 0.25],
        [14.6, 3.2, 0.5],
        [16, 7.4, 0.25],
        [2, 9.6, 0.3],
        [3, 17.4, 0.45],
        [7.2, 19.8, 0.3],
        [12.6, 18.2, 0.35],
        [15.8, 21, 0.5],
        [10, 22.4, 0.22],
        [4.6, 22.2, 0.22],
      ]
        .map(([x, y, r]) => disc(x ?? 0, y ?? 0, r ?? 0, '#f8f3e0'))
        .join(''),
  },
  rails: {
    cloth: '#e7e2d3',
    spine: '#b5483a',
    art:
      times(6, (row) =>
        times(
          5,
          (column) =>
            rect(column * 3.6, row * 2, 1.8, 1, row % 2 ? '#b5483a' : '#d98e5f') +
            rect(column * 3.6 + 1.8, row * 2 + 1, 1.8, 1, row % 2 ? '#b5483a' : '#d98e5f'),
        ),
      ) +
      disc(9, 12, 5.4, '#f9f5ea') +
      ring(9, 12, 5.4, '#8f3529', 0.35) +
      ring(9, 12, 3.6, '#d9d2bd', 0.4) +
      line('M6.4 9.4V11.2M7.2 9.4V11.2M6.8 11.2V14.8', '#6b6a66', 0.45) +
      line('M11.4 9.4C12.4 10.4 12.2 12 11.4 12.4V14.8', '#6b6a66', 0.5) +
      rect(0, 21, 18, 0.9, '#8f3529') +
      rect(0, 22.4, 18, 0.4, '#8f3529'),
  },
  chess: {
    cloth: '#3d2c24',
    art:
      times(6, (row) =>
        times(5, (column) => ((row + column) % 2 ? '' : rect(column * 3.6, 10.2 + row * 2.4, 3.6, 2.4, '#d9b68b'))),
      ) +
      rect(0, 10, 18, 0.3, '#d9b68b') +
      shape(
        'M6 19.6H12C12 18.4 11 17.8 10.6 16.6L10.2 11.6H11.2V10.6H10.2A2.4 2.4 0 1 0 7.8 10.6H6.8V11.6H7.8L7.4 16.6C7 17.8 6 18.4 6 19.6z',
        '#f7eedd',
      ) +
      shape('M9 6.2A2.4 2.4 0 0 1 10.2 10.6H11.2V11.6H10.2L10.6 16.6C11 17.8 12 18.4 12 19.6H9.6z', '#d8c5a6') +
      rect(5.4, 19.4, 7.2, 1.4, '#f7eedd', 'rx=".5"'),
  },
};
