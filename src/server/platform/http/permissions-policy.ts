/** Origins that may use a browser feature beside the shop's own pages, by the feature's name in `Permissions-Policy`. */
export type Permissions = Readonly<Record<string, readonly string[]>>;

/** Switched off, also in frames, unless a page needs them. */
const FEATURES = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer', 'microphone'],
  ...['midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'],
];

/** The `Permissions-Policy` header. @param needed features that stay on, for the shop and these origins */
export function permissionsPolicy(needed: Permissions = {}): string {
  const features = new Set([...FEATURES, ...Object.keys(needed)]);
  return [...features]
    .map((feature) => {
      const origins = needed[feature];
      return `${feature}=(${origins ? ['self', ...origins.map((origin) => `"${origin}"`)].join(' ') : ''})`;
    })
    .join(', ');
}
