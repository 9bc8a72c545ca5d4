import { isRecord } from '../stored.ts'

const NONCE_BYTES = 12

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Encrypts texts with the key of an account, so that the next user of the machine cannot read them. */
export interface Seal {
  /** @param name where the text is stored; it opens there only */
  close(text: string, name: string): Promise<object>
  /** The text; undefined if it was sealed for another account or place. */
  open(sealed: unknown, name: string): Promise<string | undefined>
}

/**
 * Makes the seal of an account: AES-256-GCM, bound to the place.
 * @returns undefined outside a secure context, which has no cipher
 */
export async function sealOf(deviceKey: string): Promise<Seal | undefined> {
  const cipher: SubtleCrypto | undefined = globalThis.crypto.subtle
  if (!cipher) return undefined
  const key = await cipher.importKey('raw', bytesOf(deviceKey), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const terms = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(name),
  })
  return {
    async close(text, name) {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const data = await cipher.encrypt(terms(iv, name), key, new TextEncoder().encode(text))
      return { iv: base64Of(iv), data: base64Of(new Uint8Array(data)) }
    },
    async open(sealed, name) {
      if (!isRecord(sealed) || typeof sealed['iv'] !== 'string' || typeof sealed['data'] !== 'string')
        return undefined
      try {
        const opened = terms(bytesOf(sealed['iv']), name)
        return new TextDecoder().decode(await cipher.decrypt(opened, key, bytesOf(sealed['data'])))
      } catch {
        return undefined // of another key, or damaged
      }
    },
  }
}
