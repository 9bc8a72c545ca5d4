/** 32 random hexadecimal digits. `crypto.randomUUID` is missing on pages without https, which intranets have. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

let prefix: string | undefined
let count = 0

/** A name for one request: random for this run and counted within it, since randomness for each would cost. */
export function requestId(): string {
  prefix ??= randomId().slice(0, 20)
  count += 1
  return prefix + count.toString(16).padStart(12, '0')
}
