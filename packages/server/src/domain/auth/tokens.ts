import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'

/** A set of secrets as the client gets it. */
export interface TokenSet {
  token: string
  refreshToken: string
  randomNumber: string
}

/** What is kept of a secret: enough to know it again, not enough to use it. Secrets are random, so no salt is needed. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** A secret of 256 random bits, safe in headers and addresses. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')

export const newTokenSet = (): TokenSet => ({
  token: `Bearer ${randomSecret()}`,
  refreshToken: randomSecret(),
  randomNumber: String(randomInt(100_000_000, 1_000_000_000)),
})

/** The secret of an Authorization header, with or without its prefix. */
export function bareToken(header: string | undefined): string | undefined {
  const bare = header?.trim().replace(/^bearer\s+/i, '')
  return bare === '' ? undefined : bare
}

const keyOf = (refreshToken: string) => createHash('sha256').update(`successor:${refreshToken}`).digest()

/** Locks a token set with the refresh token that it replaced: only who has that can read it. */
export function sealSuccessor(tokens: TokenSet, previousRefreshToken: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(previousRefreshToken), iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(tokens), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

export function openSuccessor(sealed: Uint8Array, previousRefreshToken: string): TokenSet {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(previousRefreshToken), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  return JSON.parse(text) as TokenSet // sealed by this module
}
