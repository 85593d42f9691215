/** Sets a member whatever its name: `__proto__` in a hook's JSON is a name like any other. */
export function set(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  else object[name] = value
}
