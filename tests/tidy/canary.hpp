// Does not compile alone, on purpose: the check of headers must find it.
#pragma once

std::string canary();
