import { tellFailure } from '../data/failure.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

/** A read that failed: why, and a way to try again. */
export const FailureNotice = ({ error, onRetry }: { error: unknown; onRetry(): void }) => (
  <Notice
    look="bad"
    title="This could not be loaded"
    action={
      <Button small onPress={onRetry}>
        Try again
      </Button>
    }
  >
    {tellFailure(error)}
  </Notice>
)
