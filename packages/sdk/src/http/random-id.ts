/** 32 random hexadecimal digits. Pages without https, common on intranets, lack `crypto.randomUUID`. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

let prefix: string | undefined
let count = 0

/** A request id: a random prefix per run plus a counter, which is cheaper than randomness per request. */
export function requestId(): string {
  prefix ??= randomId().slice(0, 20)
  count += 1
  return prefix + count.toString(16).padStart(12, '0')
}
