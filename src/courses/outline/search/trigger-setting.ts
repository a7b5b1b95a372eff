/**
 * The name of the PostgreSQL setting that turns off the triggers that write `search_pending` after an update of
 * modules, lessons and blocks. The triggers run unless its value is `off`.
 */
export const searchTriggerSettingName = 'coursewright.search_triggers'
