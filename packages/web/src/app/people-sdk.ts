import { useQueryClient } from '@tanstack/react-query'
import { departments, orgs, regions, users } from '@xinchu/sdk'
import { callsOf } from './query-client.ts'
import { usual } from './sdk.ts'

/** The calls of the platform with those of users, offices and divisions, which the first page does not load. */
export const sdkOf = callsOf({ ...usual, departments, orgs, regions, users })

export type Sdk = ReturnType<typeof sdkOf>

/** The same in a component. */
export const useSdk = (): Sdk => sdkOf(useQueryClient())
