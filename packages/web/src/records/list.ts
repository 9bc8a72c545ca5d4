import { queryOptions } from '@tanstack/react-query'
import { sdkOf } from '../app/pilot-sdk.ts'
import { queryKeys } from '../app/query-keys.ts'
import type { PortalKind } from './portal-kind.ts'
import type { ReviewEntity, ReviewRef } from './review.ts'

type Prefix = readonly string[]

interface Listed {
  /** Reads that a write or a message about a record of the kind makes stale. The first prefix holds its content. */
  stale: readonly [Prefix, ...Prefix[]]
  /** A kind comes with the groups of its fields, which a message about it does not need. */
  load: () => Promise<PortalKind>
}

const { projects, periodic, demos, demoReports, provincial, objections } = queryKeys

/** The kinds of record that the desk knows. */
const KINDS: Readonly<Record<ReviewEntity, Listed>> = {
  PROJECT: { stale: [projects, periodic], load: async () => (await import('./project.tsx')).project },
  USAGE: { stale: [periodic, projects], load: async () => (await import('./usage.ts')).usage },
  YEARCALC: { stale: [periodic], load: async () => (await import('./year-calc.ts')).yearCalc },
  DEMO: { stale: [demos], load: async () => (await import('./pilot.ts')).pilot },
  PROGRESS: {
    stale: [demoReports, demos],
    load: async () => (await import('./pilot-progress.ts')).pilotProgress,
  },
  ANNUAL: {
    stale: [demoReports, demos],
    load: async () => (await import('./pilot-annual.tsx')).pilotAnnual,
  },
  PROV_DEMO: {
    stale: [provincial],
    load: async () => (await import('./provincial-pilot.ts')).provincialPilot,
  },
  WORK_REPORT: { stale: [provincial], load: async () => (await import('./work-report.tsx')).workReport },
  OBJECTION: {
    stale: [objections, demos],
    load: async () => (await import('./objection/kind.tsx')).objection,
  },
}

const isKind = (code: string): code is ReviewEntity => code in KINDS

/** Prefixes of the reads that show records of a kind. None for what is no record of the desk. */
export const staleOf = (code: string): readonly Prefix[] => (isKind(code) ? KINDS[code].stale : [])

export const kindQuery = (code: ReviewEntity) =>
  queryOptions({
    queryKey: ['record-kind', code],
    queryFn: () => KINDS[code].load(),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

/** The content of a record, for its kind alone. */
export const contentQuery = ({ entity, entityId }: ReviewRef) =>
  queryOptions({
    queryKey: [...KINDS[entity].stale[0], 'desk', { entity, entityId }],
    queryFn: async ({ client, signal }) =>
      (await KINDS[entity].load()).fetch(sdkOf(client), entityId, signal),
  })
