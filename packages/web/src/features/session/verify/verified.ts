import type { components } from '@xinchu/sdk/schema'

/** Result of verifying a document's code. */
export type Verified = components['schemas']['VerifiedDocument']
