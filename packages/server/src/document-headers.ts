import type { FastifyReply } from 'fastify'

/** Headers that only documents and workers obey. On scripts, styles and data they would be a third of a small reply. */
const OF_DOCUMENTS = [
  ...['Content-Security-Policy', 'Cross-Origin-Opener-Policy', 'Origin-Agent-Cluster', 'Permissions-Policy'],
  ...['X-DNS-Prefetch-Control', 'X-Download-Options', 'X-Frame-Options', 'X-XSS-Protection'],
  'X-Permitted-Cross-Domain-Policies',
]

/** What data needs, should a browser open it as a page: nothing may load, and no page may frame it. */
export const DATA_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

interface Headers {
  removeHeader(name: string): unknown
}

export function withoutDocumentHeaders(reply: Headers): void {
  for (const name of OF_DOCUMENTS) reply.removeHeader(name)
}

const JSON_TYPE = /^application\/json\b/

/** Gives a reply of JSON the headers of data instead of those of a document. Others, such as files, keep theirs. */
export function asData(reply: FastifyReply): void {
  if (!JSON_TYPE.test(String(reply.getHeader('Content-Type') ?? ''))) return
  withoutDocumentHeaders(reply)
  reply.headers(DATA_HEADERS)
}
