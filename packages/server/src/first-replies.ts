import { setTimeout } from 'node:timers/promises'
import { type HeldRole, hasRole } from '@xinchu/contract/rights'
import type { operations } from '@xinchu/contract/schema'
import { changeBases, isPublished, periodText, quarterAfter } from '@xinchu/validators'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { portalToken } from './portal-token.ts'

type Reply<Id extends keyof operations> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Body } } }
}
  ? Body
  : never
type Period = Reply<'listStatPeriods'>[number]

/** First calls of the portal's pages, as its build states them (web/build/first-calls.ts). */
export interface FirstCalls {
  /** Calls of every page. The first one says who the user is. */
  session: readonly string[]
  calls: Readonly<Record<string, readonly string[]>>
  figures: Readonly<Record<string, Figures>>
  /** Department, role (any if null) and landing page. */
  landings: readonly (readonly [dept: number, role: number | null, path: string])[]
}

interface Figures {
  /** Call that gives the periods. */
  after: string
  call: string
  /** Quarters from the latest published period, and groups. */
  parts: readonly (readonly [quarters: number, groupBy: readonly string[]])[]
}

/** Replies to a page's first calls, in the form in which web/build/early.js reads them. */
interface FirstReplies {
  /** Landing page of the user, if the document is the one of `/`. */
  landing?: string | undefined
  /** Addresses of the first figures, including those whose replies came too late. */
  figures: string[]
  /** Texts of successful replies by address. */
  replies: Record<string, string>
}

const BACK = /(?:^|;\s*)back=[^;\s]/

/** Addresses of figures of the latest published period and those before it, as the page will ask for them. */
export function figureCalls({ call, parts }: Figures, periods: readonly Period[]): string[] {
  const latest = periods.find(isPublished)
  if (!latest) return []
  const { year, quarter } = changeBases({
    side: 'warehouse',
    period: latest,
    periods,
    thisYear: latest.year,
  })
  const asked = [latest, year?.period, quarter?.period]
  return parts.flatMap(([quarters, groups]) => {
    const wanted = periodText(quarterAfter(latest, quarters))
    const found = asked.find((each) => each && periodText(each) === wanted)
    if (!found) return []
    const query = `year=${found.year}&quarter=${found.quarter}&source=warehouse`
    return [`${call}?${[query, ...groups.map((each) => `groupBy=${each}`)].join('&')}`]
  })
}

/** Landing page of a user, as the portal finds it in its table (web/src/app/landing.ts). */
export function landingOf(
  landings: FirstCalls['landings'],
  user: { deptId?: number; roles: readonly HeldRole[] },
): string | undefined {
  const isOf = ([dept, role]: FirstCalls['landings'][number]) =>
    dept === Number(user.deptId) && (role === null || hasRole(user, [role]))
  return landings.find(isOf)?.[2]
}

/** Makes calls as a page's user and keeps the successful replies. */
function askFor(app: FastifyInstance, request: FastifyRequest, authorization: string, found: FirstReplies) {
  const headers = { authorization, 'x-request-id': request.id }
  return async (url: string): Promise<string> => {
    const { statusCode, body } = await app.inject({ method: 'GET', url, headers, remoteAddress: request.ip })
    if (statusCode !== 200) throw new Error(`${url} answers ${statusCode}`)
    found.replies[url] = body
    return body
  }
}

/**
 * Makes a page's first calls as its user, so that they come with the document instead of after it. They pass through the
 * same checks as calls from outside. The page makes refused and late calls again.
 * @param waitMs longest time that the document waits, ms
 * @returns JSON that is safe inside a script element; empty without a session, or where another site opens the page
 */
export async function firstReplies(
  app: FastifyInstance,
  request: FastifyRequest,
  stated: FirstCalls,
  waitMs: number,
): Promise<string> {
  const authorization = waitMs > 0 ? portalToken(request) : undefined
  const [who = '', ...others] = stated.session
  if (authorization === undefined) return ''
  const [address = '/', search] = request.url.split('?')
  const found: FirstReplies = { figures: [], replies: {} }
  const ask = askFor(app, request, authorization, found)
  const askOf = async (path: string) => {
    const calls = stated.calls[path] ?? []
    const texts = await Promise.all(calls.map(ask))
    const figures = search === undefined ? stated.figures[path] : undefined
    if (!figures) return
    const periods: Period[] = JSON.parse(texts[calls.indexOf(figures.after)] ?? '[]')
    found.figures = figureCalls(figures, periods)
    await Promise.all(found.figures.map(ask))
  }
  const askAtLanding = async (info: string) => {
    // The page will lead back to where the user came from.
    if (BACK.test(request.headers.cookie ?? '')) return
    const { user }: Reply<'getAuthInfo'> = JSON.parse(info)
    found.landing = landingOf(stated.landings, user)
    if (found.landing !== undefined) await askOf(found.landing)
  }
  const info = ask(who)
  const page = address === '/' ? info.then(askAtLanding) : askOf(address)
  const all = Promise.allSettled([info, page, ...others.map(ask)])
  const over = new AbortController()
  const late = setTimeout(waitMs, undefined, { signal: over.signal }).catch(() => undefined)
  await Promise.race([all, late])
  over.abort()
  // Without a user the others are of no use.
  return who in found.replies ? JSON.stringify(found).replaceAll('<', '\\u003c') : ''
}
