import type { components } from '@xinchu/contract/schema'

export type DemoFlowRequest = components['schemas']['DemoFlowRequest']

/** Reason why a project cannot move. */
export type DemoRefusal = Omit<components['schemas']['BatchResult']['failed'][number], 'id'>
