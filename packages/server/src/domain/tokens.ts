import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { seal, unseal } from '../runtime/seal.ts'

/** A token set as sent to the client. */
export interface TokenSet {
  token: string
  refreshToken: string
  randomNumber: string
  /** Lifetime of the token in seconds. */
  expiresIn: number
}

/** Digest of a secret for storage. Secrets are random, so no salt is needed. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Whether two secrets are equal. Takes the same time wherever they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A secret of 256 random bits, safe in headers and URLs. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')

export const newTokenSet = (expiresIn: number): TokenSet => ({
  token: `Bearer ${randomSecret()}`,
  refreshToken: randomSecret(),
  randomNumber: String(randomInt(100_000_000, 1_000_000_000)),
  expiresIn,
})

/** Reads the secret of an Authorization header, with or without its prefix. */
export function bareToken(header: string | undefined): string | undefined {
  const bare = header?.trim().replace(/^bearer\s+/i, '')
  return bare === '' ? undefined : bare
}

const secretOf = (refreshToken: string) => `successor:${refreshToken}`

/** Encrypts a token set with the refresh token that it replaced. Only its holder can read it. */
export const sealSuccessor = (tokens: TokenSet, previousRefreshToken: string): Buffer =>
  seal(JSON.stringify(tokens), secretOf(previousRefreshToken))

export const openSuccessor = (sealed: Uint8Array, previousRefreshToken: string): TokenSet =>
  JSON.parse(unseal(sealed, secretOf(previousRefreshToken))) as TokenSet // sealed by this module
