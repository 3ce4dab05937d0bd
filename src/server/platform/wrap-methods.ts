/** Also of a part that is wrapped already, whose methods are inherited. */
function hasMethods(part: object): boolean {
  for (const name in part) if (typeof Reflect.get(part, name) === 'function') return true;
  return false;
}

/**
 * Wraps an object so that every method call goes through `around`, also calls of nested objects. All methods must be asynchronous.
 * @param around gets the method's name and the call.
 */
export function wrapMethods<T extends object>(
  service: T,
  around: (method: string, call: () => Promise<unknown>) => Promise<unknown>,
): T {
  // A proxy of a frozen object could not replace its methods.
  return new Proxy(Object.create(service) as T, {
    get(_target, property) {
      const value: unknown = Reflect.get(service, property, service);
      if (typeof value === 'object' && value !== null && hasMethods(value)) return wrapMethods(value, around);
      if (typeof value !== 'function' || typeof property !== 'string') return value;
      return (...args: unknown[]) => around(property, async () => Reflect.apply(value, service, args));
    },
  });
}
