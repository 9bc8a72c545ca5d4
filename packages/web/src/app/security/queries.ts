import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { bind, security } from '@xinchu/sdk'
import { connection } from '../connection.ts'
import { sessionQueries } from '../session-queries.ts'

const sdk = bind(connection, { security })

export type Proof = Parameters<typeof sdk.security.confirmSecondFactor>[0]
export type Ending = Parameters<typeof sdk.security.endSessions>[0]
export type Clearing = Parameters<typeof sdk.security.clearSecondFactor>[0]
export type SecondFactor = Awaited<ReturnType<typeof sdk.security.getSecondFactor>>
export type UserSession = Awaited<ReturnType<typeof sdk.security.listSessions>>['sessions'][number]

const FACTOR = ['security', 'factor'] as const
const SESSIONS = ['security', 'sessions'] as const

/** Own account or, for administrators, another one. */
export const securityQueries = {
  factor: (userId?: number) =>
    queryOptions({
      queryKey: [...FACTOR, userId],
      queryFn: ({ signal }) =>
        sdk.security.getSecondFactor(userId === undefined ? {} : { userId }, { signal }),
    }),
  /** The secret of one form. Each start replaces it, so nothing is asked twice. */
  start: (form: string, attempt: number) =>
    queryOptions({
      queryKey: ['security', 'start', form, attempt],
      queryFn: () => sdk.security.startSecondFactor(),
      staleTime: Infinity,
      gcTime: 0,
    }),
  sessions: (userId?: number) =>
    queryOptions({
      queryKey: [...SESSIONS, userId],
      queryFn: async ({ signal }) =>
        (await sdk.security.listSessions(userId === undefined ? {} : { userId }, { signal })).sessions,
    }),
  logins: (page: number, size: number) =>
    queryOptions({
      queryKey: ['security', 'logins', page, size],
      queryFn: ({ signal }) => sdk.security.listLogins({ page, size }, { signal }),
      placeholderData: keepPreviousData,
    }),
}

/** The forms show refusals themselves. */
const OWN = { invalidates: [FACTOR, sessionQueries.info.queryKey], showsFieldErrors: true }

export const securityMutations = {
  confirm: mutationOptions({
    mutationFn: (proof: Proof) => sdk.security.confirmSecondFactor(proof),
    meta: { showsFieldErrors: true },
  }),
  remove: mutationOptions({
    mutationFn: (proof: Proof) => sdk.security.removeSecondFactor(proof),
    meta: OWN,
  }),
  renew: mutationOptions({ mutationFn: (proof: Proof) => sdk.security.renewRecoveryCodes(proof), meta: OWN }),
  end: mutationOptions({
    mutationFn: (ending: Ending) => sdk.security.endSessions(ending),
    meta: { invalidates: [SESSIONS] },
  }),
  clear: mutationOptions({
    mutationFn: (clearing: Clearing) => sdk.security.clearSecondFactor(clearing),
    meta: { invalidates: [FACTOR, SESSIONS] },
  }),
}
