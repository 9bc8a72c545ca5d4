import { useQuery } from '@tanstack/react-query'
import { fields } from '@xinchu/contract/fields'
import { issue } from '@xinchu/validators'
import { useEffect } from 'react'
import { sdkOf } from '../../app/sdk.ts'
import { type FormApi, useFormSlice } from '../../ui/form/context.ts'
import { textAt } from '../../ui/form/values.ts'
import { useSettled } from './use-settled.ts'

const captionOf = (field: string) =>
  fields.EsProjectFields.find(({ name }) => name === field)?.caption ?? field

/** Checks while typing whether the name or the filing number is in use, and shows it at the field. */
export function useUniqueness(form: FormApi, excludeId: number | undefined): void {
  const projectName = useSettled(useFormSlice(({ values }) => textAt(values, 'projectName').trim(), form))
  const countyCode = useFormSlice(({ values }) => textAt(values, 'countyCode'), form)
  const recordNo = useSettled(useFormSlice(({ values }) => textAt(values, 'recordNo').trim(), form))
  const query = {
    ...(projectName && countyCode ? { projectName, countyCode } : {}),
    ...(recordNo ? { recordNo } : {}),
    ...(excludeId ? { excludeId } : {}),
  }
  const { data } = useQuery({
    queryKey: ['projects', 'unique', query],
    queryFn: ({ client, signal }) => sdkOf(client).projects.checkUnique(query, { signal }),
    enabled: 'projectName' in query || 'recordNo' in query,
    staleTime: 30_000,
  })
  useEffect(() => {
    form.store.advise(
      (data?.conflicts ?? []).map(({ field, projectName: other }) =>
        issue(field, `${captionOf(field)}与已有项目“${other}”重复`, 'warning', 'D-001'),
      ),
    )
  }, [data, form.store])
}
