import { lazy } from 'react'
import { preloadManager } from '../../records/phrases.tsx'

const loadPopover = () => import('./remark-popover.tsx')
const loadFilters = () => import('./queue-filter-form.tsx')
const loadPreview = () => import('../../ui/record/file-preview.tsx')

export const RemarkPopover = lazy(async () => ({ default: (await loadPopover()).RemarkPopover }))
export const QueueFilterForm = lazy(async () => ({ default: (await loadFilters()).QueueFilterForm }))
export const FilePreview = lazy(async () => ({ default: (await loadPreview()).FilePreview }))

/** Preloads these parts after the first record, so that each opens without delay and without a network. */
export function preloadParts(): void {
  // A part that fails here is loaded again when it is opened.
  for (const load of [loadPopover, preloadManager, loadFilters, loadPreview]) load().catch(() => undefined)
}
