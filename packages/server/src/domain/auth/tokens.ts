import { createHash, randomBytes, randomInt } from 'node:crypto'
import { seal, unseal } from '../../runtime/seal.ts'

/** A set of secrets as the client gets it. */
export interface TokenSet {
  token: string
  refreshToken: string
  randomNumber: string
  /** Seconds for which the token is good from its making on. */
  expiresIn: number
}

/** What is kept of a secret: enough to know it again, not enough to use it. Secrets are random, so no salt is needed. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** A secret of 256 random bits, safe in headers and addresses. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')

export const newTokenSet = (expiresIn: number): TokenSet => ({
  token: `Bearer ${randomSecret()}`,
  refreshToken: randomSecret(),
  randomNumber: String(randomInt(100_000_000, 1_000_000_000)),
  expiresIn,
})

/** The secret of an Authorization header, with or without its prefix. */
export function bareToken(header: string | undefined): string | undefined {
  const bare = header?.trim().replace(/^bearer\s+/i, '')
  return bare === '' ? undefined : bare
}

const secretOf = (refreshToken: string) => `successor:${refreshToken}`

/** Locks a token set with the refresh token that it replaced: only who has that can read it. */
export const sealSuccessor = (tokens: TokenSet, previousRefreshToken: string): Buffer =>
  seal(JSON.stringify(tokens), secretOf(previousRefreshToken))

export const openSuccessor = (sealed: Uint8Array, previousRefreshToken: string): TokenSet =>
  JSON.parse(unseal(sealed, secretOf(previousRefreshToken))) as TokenSet // sealed by this module
