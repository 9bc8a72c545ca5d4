import { useQuery } from '@tanstack/react-query'
import { usePorts } from '../../ui/ports.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { CatalogueBody } from './catalogue-body.tsx'
import { STAGES } from './catalogue-model.ts'
import { pilotReportQueries } from './queries.ts'
import { StagePills } from './stage-pills.tsx'

/** 评价指标体系: the indices of a stage, and its versions. */
export function CatalogueScreen() {
  const [search, setSearch] = usePorts().useSearch()
  const stage = STAGES.find((each) => each === search['stage']) ?? 'SELF'
  const versions = useQuery(pilotReportQueries.versions(stage))
  const version =
    versions.data?.find((each) => each.version === Number(search['version'])) ??
    versions.data?.find(({ current }) => current)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-semibold text-lg">评价指标体系</h1>
        <StagePills stages={STAGES} stage={stage} onStage={(next) => setSearch({ stage: next })} />
      </header>
      {versions.error && <Failed error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.isPending && <Loading rows={10} />}
      {version && (
        <CatalogueBody
          key={`${stage} ${version.version}`}
          version={version}
          versions={versions.data ?? []}
          onVersion={(no) => setSearch({ ...search, version: no })}
        />
      )}
    </div>
  )
}
