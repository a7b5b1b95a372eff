import { getErrorMessageForUser } from '../api/api-error.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

/** Says why data could not be loaded, and shows a button to try again. */
export const LoadErrorNotice = ({ error, onRetry }: { error: unknown; onRetry(): void }) => (
  <Notice
    variant="error"
    title="This could not be loaded"
    action={
      <Button isSmall onPress={onRetry}>
        Try again
      </Button>
    }
  >
    {getErrorMessageForUser(error)}
  </Notice>
)
