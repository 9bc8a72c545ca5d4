import { useQueryClient } from '@tanstack/react-query'
import {
  auth,
  dicts,
  files,
  fillTimes,
  menus,
  messages,
  owners,
  platform,
  projects,
  review,
  savedQueries,
  search,
  statistics,
} from '@xinchu/sdk'
import { callsOf } from './query-client.ts'

/** Resources that the frame and the first pages need. */
export const usual = {
  ...{ auth, dicts, files, fillTimes, menus, messages, owners },
  ...{ platform, projects, review, savedQueries, search, statistics },
}

/** The calls that the frame and the first pages need. */
export const sdkOf = callsOf(usual)

export type Sdk = ReturnType<typeof sdkOf>

/** The same in a component. */
export const useSdk = (): Sdk => sdkOf(useQueryClient())
