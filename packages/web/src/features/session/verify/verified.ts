import type { components } from '@xinchu/sdk/schema'

/** What the platform says of a document's code. */
export type Verified = components['schemas']['VerifiedDocument']
