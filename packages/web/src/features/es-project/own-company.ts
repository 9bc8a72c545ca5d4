import { useQuery } from '@tanstack/react-query'
import { may } from '@xinchu/contract/rights'
import type { Sdk } from '../../app/sdk.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { projectSpecs } from './form-model.ts'

const FIELDS: readonly string[] = ['companyName', 'creditCode', 'ownerGroupId']

type SessionUser = Awaited<ReturnType<Sdk['auth']['getInfo']>>['user']

export const ownSpecs = projectSpecs.filter(({ name }) => FIELDS.includes(name))

/** Company fields of an enterprise's projects; undefined for other offices, which may choose. */
export const ownCompany = (user: SessionUser) =>
  may(user, 'projects.fillForOwnCompany')
    ? { companyName: user.companyName, creditCode: user.creditCode, ownerGroupId: user.ownerGroupId }
    : {}

/** Whether a field is determined by the user's company and is read-only. */
export function useIsFixed(name: string): boolean {
  const user = useQuery(sessionQueries.info).data?.user
  return FIELDS.includes(name) && user !== undefined && may(user, 'projects.fillForOwnCompany')
}
