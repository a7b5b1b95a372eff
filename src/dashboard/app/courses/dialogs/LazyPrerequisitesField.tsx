import { lazy, Suspense } from 'react'
import { makeLoaderThatWaitsForService } from '../../service-status/wait-for-service.ts'
import { TextField } from '../../ui/TextField.tsx'
import type { PrerequisitesFieldProps } from './PrerequisitesField.tsx'

const PrerequisitesField = lazy(
  makeLoaderThatWaitsForService(() =>
    import('./PrerequisitesField.tsx').then(({ PrerequisitesField }) => ({ default: PrerequisitesField })),
  ),
)

/** Asks for prerequisites. Until the browser has loaded the code of the list, they cannot be changed. */
export const LazyPrerequisitesField = (props: PrerequisitesFieldProps) => (
  <Suspense fallback={<TextField label="Prerequisites" isReadOnly value={props.keys.join(', ')} />}>
    <PrerequisitesField {...props} />
  </Suspense>
)
