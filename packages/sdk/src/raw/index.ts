import { type RawConnection, rawClient as withOwnTypes } from '@xinchu/sdk'
import type { paths } from '@xinchu/sdk/schema'
import type { Client } from 'openapi-fetch'

/** `rawClient` by the types of openapi-fetch, for tools that take its client. Costly for a checker that reads declarations. */
export const rawClient = withOwnTypes as unknown as (connection: RawConnection) => Client<paths> // it is that client
