import type { FastifyRequest } from 'fastify'

// A cookie of the portal that its scripts send as the header of each call.
const TOKEN = /(?:^|;\s*)xinchu_token=([^;\s]+)/

/** Whether a browser opened the address itself, or a page of this site did. */
const isOwnSite = (site: string | string[] | undefined) =>
  site === undefined || site === 'none' || site === 'same-origin'

/**
 * Token of the portal's session in the request's cookie. Requests that a page of another site makes have none here, although
 * they may carry the cookie.
 */
export function portalToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const found = isOwnSite(headers['sec-fetch-site']) ? TOKEN.exec(headers.cookie ?? '')?.[1] : undefined
  try {
    return found && decodeURIComponent(found)
  } catch {
    return undefined
  }
}
