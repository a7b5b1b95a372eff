/**
 * The name of a PostgreSQL setting. If its value is `off`, an update of modules, lessons and blocks does not run the
 * triggers that write `storage_tallies`.
 */
export const storageTriggerSettingName = 'coursewright.storage_triggers'
