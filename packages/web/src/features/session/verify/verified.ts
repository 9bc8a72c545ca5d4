import type { components } from '@xinchu/contract/schema'

/** Result of verifying a document's code. */
export type Verified = components['schemas']['VerifiedDocument']
