import { defineRequiredEnumSetting, defineSlugSetting } from './field-types.ts'
import { defineRecord } from './record.ts'

/**
 * Defines the settings of a course: where and to whom it is delivered. Settings are not part of a release, so changes
 * take effect at once.
 */
export const courseSettingsDefinition = defineRecord('course', {
  slug: defineSlugSetting({
    max: 100,
    about: 'The name of the course in its public address, such as botany-for-beginners. Unique in the workspace.',
    inputAbout: 'Unique name in the public address: lower-case words joined by hyphens, at most 100 characters.',
  }),
  visibility: defineRequiredEnumSetting({
    name: 'Visibility',
    description: 'Who can read the published release of a course.',
    values: {
      private: 'Callers with the scope `delivery:read` in the workspace.',
      unlisted: 'Everybody who has its address, without a key. Public lists leave it out.',
      public: 'Everybody, without a key.',
    },
    about: 'Who can read the course after it is published.',
  }),
})
