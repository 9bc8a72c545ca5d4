import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { security } from '@xinchu/sdk'
import { callsOf } from '../query-client.ts'
import { sessionQueries } from '../session-queries.ts'

const sdkOf = callsOf({ security })
type Sdk = ReturnType<typeof sdkOf>

export type Proof = Parameters<Sdk['security']['confirmSecondFactor']>[0]
export type Ending = Parameters<Sdk['security']['endSessions']>[0]
export type Clearing = Parameters<Sdk['security']['clearSecondFactor']>[0]
export type SecondFactor = Awaited<ReturnType<Sdk['security']['getSecondFactor']>>
export type UserSession = Awaited<ReturnType<Sdk['security']['listSessions']>>['sessions'][number]

const FACTOR = ['security', 'factor'] as const
const SESSIONS = ['security', 'sessions'] as const

/** Own account or, for administrators, another one. */
export const securityQueries = {
  factor: (userId?: number) =>
    queryOptions({
      queryKey: [...FACTOR, userId],
      queryFn: ({ client, signal }) =>
        sdkOf(client).security.getSecondFactor(userId === undefined ? {} : { userId }, { signal }),
    }),
  /** The secret of one form. Each start replaces it, so nothing is asked twice. */
  start: (form: string, attempt: number) =>
    queryOptions({
      queryKey: ['security', 'start', form, attempt],
      queryFn: ({ client }) => sdkOf(client).security.startSecondFactor(),
      staleTime: Infinity,
      gcTime: 0,
    }),
  sessions: (userId?: number) =>
    queryOptions({
      queryKey: [...SESSIONS, userId],
      queryFn: async ({ client, signal }) =>
        (await sdkOf(client).security.listSessions(userId === undefined ? {} : { userId }, { signal }))
          .sessions,
    }),
  logins: (page: number, size: number) =>
    queryOptions({
      queryKey: ['security', 'logins', page, size],
      queryFn: ({ client, signal }) => sdkOf(client).security.listLogins({ page, size }, { signal }),
      placeholderData: keepPreviousData,
    }),
}

/** The forms show refusals themselves. */
const OWN = { invalidates: [FACTOR, sessionQueries.info.queryKey], showsFieldErrors: true }

export const securityMutations = {
  confirm: mutationOptions({
    mutationFn: (proof: Proof, { client }) => sdkOf(client).security.confirmSecondFactor(proof),
    meta: { showsFieldErrors: true },
  }),
  remove: mutationOptions({
    mutationFn: (proof: Proof, { client }) => sdkOf(client).security.removeSecondFactor(proof),
    meta: OWN,
  }),
  renew: mutationOptions({
    mutationFn: (proof: Proof, { client }) => sdkOf(client).security.renewRecoveryCodes(proof),
    meta: OWN,
  }),
  end: mutationOptions({
    mutationFn: (ending: Ending, { client }) => sdkOf(client).security.endSessions(ending),
    meta: { invalidates: [SESSIONS] },
  }),
  clear: mutationOptions({
    mutationFn: (clearing: Clearing, { client }) => sdkOf(client).security.clearSecondFactor(clearing),
    meta: { invalidates: [FACTOR, SESSIONS] },
  }),
}
