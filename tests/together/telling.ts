/** People are told: outbox, channels, dmf-notify, heartbeat. */

import "../alive_test.ts";
import "../announce_test.ts";
import "../backoff_test.ts";
import "../dead_man_test.ts";
import "../delivery_test.ts";
import "../drop_channel_test.ts";
import "../file_notify_test.ts";
import "../heartbeat_test.ts";
import "../mail_channel_test.ts";
import "../message_test.ts";
import "../notify_cli_test.ts";
import "../notify_command_test.ts";
import "../notify_sandbox_test.ts";
import "../outbox_test.ts";
import "../owed_reports_test.ts";
import "../screen_channels_test.ts";
import "../tidy_test.ts";
import "../trouble_story_test.ts";
import "../turn_test.ts";
import "../webhook_channel_test.ts";
