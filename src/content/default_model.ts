/**
 * The model of content that comes with the program; its card is `model_card.md`.
 *
 * @module
 */

import json from "./content_model.json" with { type: "json" };
import { type ContentModel, readContentModel } from "./content_model.ts";

/** Ready for use. */
export const DEFAULT_MODEL: ContentModel = readContentModel(json, "content_model.json");
