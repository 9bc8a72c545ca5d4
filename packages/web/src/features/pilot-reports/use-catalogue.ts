import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import { useState } from 'react'
import { sessionQueries } from '../../app/session-queries.ts'
import { useAutosave } from '../../app/use-autosave.ts'
import {
  draftsOf,
  type EditedIndex,
  flatten,
  inserted,
  isSound,
  keysBelow,
  newIndex,
} from './catalogue-model.ts'
import { type AssessVersion, pilotReportMutations, pilotReportQueries } from './queries.ts'

/** Whether the user may edit the catalogue. */
export function useEditsCatalogue(): boolean {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  return isAmong(user, ['NAT', 'PLT'])
}

/** The indices of a version. Autosaves edits. */
export function useCatalogue(version: AssessVersion) {
  const { stage, version: no } = version
  const tree = useQuery(pilotReportQueries.catalogue({ stage, version: no }))
  const saving = useMutation(pilotReportMutations.saveVersion)
  const [edited, setEdited] = useState<readonly EditedIndex[]>()
  const [kept, setKept] = useState({ rows: edited, revision: version.revision })
  const [chosen, setChosen] = useState<string>()
  const rows = edited ?? flatten(tree.data ?? [])
  const edits = useEditsCatalogue()
  const index = rows.find(({ key }) => key === chosen) ?? rows[0]
  const autosave = useAutosave({
    stamp: edited,
    isWaiting: edited !== undefined && edited !== kept.rows && isSound(edited),
    async send() {
      const sent = edited ?? []
      const { revision } = await saving.mutateAsync({
        stage,
        version: no,
        revision: kept.revision,
        indices: draftsOf(sent),
      })
      setKept({ rows: edited, revision })
    },
  })
  return {
    tree,
    rows,
    index,
    isEditing: version.editable && edits,
    autosave,
    /** Whether there are unsaved edits. */
    isDirty: edited !== undefined && edited !== kept.rows,
    choose: setChosen,
    change: (change: Partial<EditedIndex>) =>
      setEdited(rows.map((row) => (row.key === index?.key ? { ...row, ...change } : row))),
    add(parent: EditedIndex | undefined) {
      const made = newIndex(rows, parent)
      setEdited(inserted(rows, made))
      setChosen(made.key)
    },
    remove(key: string) {
      const gone = keysBelow(rows, key)
      setEdited(rows.filter((row) => !gone.has(row.key)))
    },
  }
}
