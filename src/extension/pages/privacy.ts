import { preparePage } from "./page.js";

preparePage();
